import { UsageError } from '../../core/errors.ts';
import type { CommandLine } from '../../core/flags.ts';
import { localAgent } from '../../host/agent.ts';
import { createLooseExplainer } from '../../host/explain.ts';
import { answerLines } from '../jsonl.ts';
import { settingsOf } from '../settings.ts';
import { parseArguments } from './call.ts';

/** What the gate would decide, and why; nothing runs, and no host is needed. */
export async function explain({ words, flags }: CommandLine): Promise<number> {
  const config = await settingsOf(flags);
  const caller = await localAgent(config, 'cli', { cwd: process.cwd() });
  const explainer = createLooseExplainer(config, process.env);
  const ask = (question: Readonly<Record<string, unknown>>) => explainer.explain(question, caller);
  if (flags.jsonl) return answerLines(ask);
  const [tool, json] = words;
  if (tool === undefined) throw new UsageError('Which tool? toolgate explain TOOL [JSON]');
  const args = parseArguments(json);
  explainer.assertOffered(tool, caller);
  const { decision, risk, rule, reasons } = await ask({ tool, args });
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ decision, risk, rule, reasons }, null, 2)}\n`
      : `${decision} (risk ${risk})\nrule: ${rule ?? '-'}\n${reasons.map((reason) => `  ${reason}\n`).join('')}`,
  );
  return decision === 'allow' ? 0 : 3;
}
