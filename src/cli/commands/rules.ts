import { isAbsolute, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine, Flags } from '../../core/flags.ts';
import { compileGlob } from '../../core/glob.ts';
import { suggestion } from '../../core/nearest.ts';
import type { Rule, RulePattern } from '../../core/rule.ts';
import { patternInWords } from '../../core/rule-words.ts';
import { loadCatalog } from '../../host/catalog.ts';
import { expiryOf } from '../expiry.ts';
import { connectClient } from '../host-client.ts';
import { explain } from './explain.ts';

/** add VERDICT TOOL | list | remove ID | test TOOL JSON. */
export async function rules(line: CommandLine): Promise<number> {
  const { words, flags } = line;
  const [act = 'list', ...rest] = words;
  if (act === 'test') return explain({ ...line, words: rest });
  const request = requestFor(act, rest, flags);
  const client = await connectClient(flags);
  try {
    const result = await client.request(`admin/rules/${act}`, request);
    const shown = act === 'list' ? (result.rules as Rule[]) : [result as unknown as Rule];
    if (flags.json) print(JSON.stringify(act === 'list' ? shown : shown[0], null, 2));
    else if (shown.length === 0) print('There are no rules; toolgate help rules tells how to add one.');
    else for (const rule of shown) print(`${act === 'remove' ? 'removed ' : ''}${inWords(rule)}`);
    return 0;
  } finally {
    client.close();
  }
}

/** The verdicts, also by the words for the permissions of actions. */
const VERDICTS: Readonly<Record<string, Rule['verdict']>> = {
  allow: 'allow',
  ask: 'ask',
  deny: 'deny',
  auto_approve: 'allow',
  require_confirm: 'ask',
};

function requestFor(act: string, [first, second]: readonly string[], flags: Flags): Record<string, unknown> {
  if (act === 'list') return {};
  if (act === 'remove') return { id: needed(first, 'Which rule? toolgate rules remove ID') };
  const word = needed(first, 'Say allow, ask or deny: toolgate rules add VERDICT TOOL');
  const verdict = VERDICTS[word];
  if (verdict === undefined) throw new UsageError(`"${word}" is no verdict; there are allow, ask and deny.`);
  const tool = toolNamed(needed(second, 'Which tool? toolgate rules add VERDICT TOOL; "*" for all'));
  return { verdict, tool, pattern: patternOf(flags), expiresAt: expiryOf(flags.expiresIn) ?? null };
}

/** Rules are compared with a tool's own name; one for a name that no tool has would protect nothing. */
function toolNamed(name: string): string {
  if (name === '*') return name;
  const catalog = loadCatalog();
  const found = catalog.find((tool) => tool.name === name || Object.hasOwn(tool.aliases, name));
  if (found) return found.name;
  const guess = suggestion(
    name,
    catalog.map((tool) => tool.name),
  );
  throw new UsageError(`There is no tool "${name}"${guess} toolgate tools lists them.`);
}

const patternOf = ({ paths, commands, actions, host }: Flags): RulePattern => ({
  ...(paths.length > 0 && {
    paths: paths.map((glob) => checked(isAbsolute(glob) || glob.startsWith('**') ? glob : resolve(glob))),
  }),
  ...(commands.length > 0 && { commands: commands.map((command) => command.trim().split(/\s+/)) }),
  ...(actions.length > 0 && { actions }),
  ...(host !== undefined && { hosts: [host] }),
});

/** A rule that can never be compared would be no rule. */
function checked(glob: string): string {
  try {
    compileGlob(glob);
    return glob;
  } catch (error) {
    throw new UsageError(error instanceof Error ? `${error.message}.` : String(error));
  }
}

function needed(word: string | undefined, otherwise: string): string {
  if (word === undefined) throw new UsageError(otherwise);
  return word;
}

function inWords({ id, verdict, tool, pattern, session, expiresAt, uses }: Rule): string {
  const about = [
    ...patternInWords(pattern),
    ...(session === null ? [] : ['one session only']),
    ...(expiresAt === null ? [] : [`until ${expiresAt}`]),
  ];
  return `${id}  ${verdict.padEnd(5)} ${tool.padEnd(24)} used ${uses} times${about.length > 0 ? `; ${about.join('; ')}` : ''}`;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
