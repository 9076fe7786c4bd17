import { UsageError } from '../../core/errors.ts';
import { localAgent } from '../../host/agent.ts';
import { createLooseExplainer } from '../../host/explain.ts';
import { answerLines } from '../jsonl.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { jsonlFlag } from '../line/flags.ts';
import { parseArguments } from '../parse-arguments.ts';
import { print, printJson } from '../print.ts';
import { settingsOf } from '../settings.ts';

const FLAGS = { jsonl: jsonlFlag('one question a line on stdin, one answer a line on stdout') };

export const explain = defineCommand({
  name: 'explain',
  about: 'what the gate would decide, and why; nothing runs',
  words: '[TOOL] [JSON]',
  flags: FLAGS,
  more: [
    'With --jsonl a question is {id, tool, args} | {id, command, cwd?} | {id, path, access} | {id, url},',
    'and its answer {id, risk, decision, reasons, rule}.',
  ].join('\n'),
  run: explainLine,
});

/** Needs no host. */
export async function explainLine({ words, flags }: Line<typeof FLAGS>): Promise<number> {
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
  if (flags.json) printJson({ decision, risk, rule, reasons });
  else
    print(
      [`${decision} (risk ${risk})`, `rule: ${rule ?? '-'}`, ...reasons.map((reason) => `  ${reason}`)].join(
        '\n',
      ),
    );
  return decision === 'allow' ? 0 : 3;
}
