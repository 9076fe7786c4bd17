import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Explanation } from '../../core/call/explanation.ts';
import { UsageError } from '../../core/errors.ts';
import { localAgent } from '../../host/agent.ts';
import { loadCatalog } from '../../host/catalog.ts';
import { createLooseExplainer } from '../../host/explain.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { withClient } from '../host-client.ts';
import { answerLines } from '../jsonl.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { choiceFlag } from '../line/flag.ts';
import { jsonlFlag } from '../line/flags.ts';
import { parseArguments } from '../parse-arguments.ts';
import { print, printJson } from '../print.ts';
import { settingsOf } from '../settings.ts';

const ACCESSES = ['read', 'list', 'write', 'delete'] as const;

const FLAGS = {
  jsonl: jsonlFlag('one question a line on stdin, one answer a line on stdout'),
  access: choiceFlag('access', ACCESSES, 'what would be done with a PATH; the default is read'),
};

export const explain = defineCommand({
  name: 'explain',
  section: 'decide',
  about: 'show what the gate would decide, and why; nothing runs',
  words: '[TOOL|COMMAND|PATH|URL] [JSON]',
  flags: FLAGS,
  more: [
    `toolgate explain write_file '{"path": "a.txt", "content": "hi"}'`,
    'toolgate explain "rm -rf ."',
    'toolgate explain .env --access write',
    'toolgate explain http://169.254.169.254/',
    '',
    'With --jsonl a question is {id, tool, args} | {id, command, cwd?} | {id, path, access} | {id, url},',
    'and its answer {id, risk, decision, reasons, rule}.',
  ].join('\n'),
  run: explainLine,
});

/** Needs no host, but for a workflow that is offered as a tool. */
export async function explainLine({ words, flags }: Line<Partial<typeof FLAGS>>): Promise<number> {
  const config = await settingsOf(flags);
  const caller = await localAgent(config, 'cli', { cwd: process.cwd() });
  const explainer = await createLooseExplainer(config, process.env);
  const ask = (question: Readonly<Record<string, unknown>>) => explainer.explain(question, caller);
  if (flags.jsonl) return answerLines(ask);
  const [what, json] = words;
  if (what === undefined) throw new UsageError(`Explain what? ${FORM}`);
  const isWorkflow = await isExposed(what, dataDirOf(config));
  const question = isWorkflow
    ? { tool: what, args: parseArguments(json) }
    : questionOf(what, json, flags.access);
  if (typeof question.tool === 'string' && !isWorkflow) explainer.assertOffered(question.tool, caller);
  const { decision, risk, rule, reasons } = isWorkflow ? await askHost(question, flags) : await ask(question);
  if (flags.json) printJson({ decision, risk, rule, reasons });
  else
    print(
      [`${decision} (risk ${risk})`, `rule: ${rule ?? '-'}`, ...reasons.map((reason) => `  ${reason}`)].join(
        '\n',
      ),
    );
  return decision === 'allow' ? 0 : 3;
}

/** Whether a workflow is offered as a tool of this name. */
async function isExposed(name: string, dataDir: string): Promise<boolean> {
  if (isCatalogued(name) || !existsSync(join(dataDir, 'workflows.db'))) return false;
  const { storedExposedTools } = await import('../../host/exposed-workflows.ts');
  return storedExposedTools(dataDir).some(({ entry }) => entry.name === name);
}

/** What a workflow would do is known to a host only. */
const askHost = (question: Question, flags: Line['flags']): Promise<Explanation> =>
  withClient(flags, async (client) => {
    // The host reads its workflows with the first question about them.
    await client.request('admin/workflows/list', {});
    return (await client.request('admin/explain', { ...question })) as unknown as Explanation;
  });

const isCatalogued = (what: string): boolean =>
  loadCatalog().some(({ name, aliases }) => name === what || Object.hasOwn(aliases, what));

const FORM = 'toolgate explain TOOL [JSON], or a COMMAND, a PATH or a URL.';

type Question = Readonly<Record<string, unknown>>;

/** What a word on the command line stands for: arguments make it a tool, anything else is told by its shape. */
function questionOf(what: string, json: string | undefined, access: string | undefined): Question {
  if (json !== undefined || isCatalogued(what)) return { tool: what, args: parseArguments(json) };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(what)) return { url: what };
  if (access !== undefined || isPath(what)) return { path: what, access: access ?? 'read' };
  // A name like read_fiel is a slip, and no program is called so.
  if (/^[a-z]+(_[a-z]+)+$/.test(what)) return { tool: what, args: {} };
  return { command: what, cwd: process.cwd() };
}

const isPath = (what: string): boolean => /^(\/|\.\.?(\/|$)|~)/.test(what) || existsSync(what);
