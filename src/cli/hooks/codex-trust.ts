import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { UsageError } from '../../core/errors.ts';
import { type FileChange, readText } from './change-files.ts';
import type { CodexHook } from './codex-hooks-list.ts';
import { isOurs } from './hook-file.ts';

type Data = Record<string, unknown>;

/** What a person's yes to these hooks changes in the settings of Codex: the hash of each, as Codex gives it. */
export function trustChange(home: string, hooks: readonly CodexHook[]): FileChange {
  const path = join(home, '.codex/config.toml');
  const before = readText(path);
  const installed = (text: string | undefined): string => trusted(path, text ?? '', hooks);
  return { file: { path, installed, removed: (text) => text }, before, after: installed(before) };
}

/** Takes the hashes of our hooks out again; undefined where there are none. */
export function trustRemoval(home: string): FileChange | undefined {
  const path = join(home, '.codex/config.toml');
  const before = readText(path);
  if (before === undefined) return undefined;
  const keys = ourKeys(join(home, '.codex/hooks.json'));
  const removed = (text: string): string | undefined => withoutTrust(path, text, keys);
  const after = removed(before);
  return after === before
    ? undefined
    : { file: { path, installed: (text) => text ?? '', removed }, before, after };
}

function withoutTrust(path: string, text: string, keys: readonly string[]): string | undefined {
  const settings = parsed(path, text);
  const { state: present, ...otherHooks } = data(settings.hooks);
  const state = Object.fromEntries(Object.entries(data(present)).filter(([key]) => !keys.includes(key)));
  if (Object.keys(state).length === Object.keys(data(present)).length) return text;
  const hooks = { ...otherHooks, ...(Object.keys(state).length > 0 && { state }) };
  const { hooks: _, ...rest } = settings;
  const expected = { ...rest, ...(Object.keys(hooks).length > 0 && { hooks }) };
  const after = withoutTables(text, keys).trimEnd();
  if (!isDeepStrictEqual(plain(parsed(path, after)), plain(expected)))
    throw new UsageError(
      `${path} keeps hooks.state in a form that cannot be changed safely; take it out by hand.`,
    );
  return after === '' ? undefined : `${after}\n`;
}

/** As Codex names them: file, event, and the place in it. */
function ourKeys(file: string): string[] {
  const { hooks } = data(parsedJson(readText(file) ?? '{}'));
  return Object.entries(data(hooks)).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, i) =>
      listOf(data(group).hooks).flatMap((hook, j) =>
        isOurs(data(hook).command)
          ? [`${file}:${event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}:${i}:${j}`]
          : [],
      ),
    ),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whoever takes the hooks themselves out says so in words.
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function trusted(path: string, text: string, hooks: readonly CodexHook[]): string {
  const settings = parsed(path, text);
  const state = data(data(settings.hooks).state);
  const entries = hooks.map(
    ({ key, currentHash }) => [key, { ...data(state[key]), trusted_hash: currentHash }] as const,
  );
  const expected = {
    ...settings,
    hooks: { ...data(settings.hooks), state: { ...state, ...Object.fromEntries(entries) } },
  };
  const after = [
    withoutTables(
      text,
      entries.map(([key]) => key),
    ).trimEnd(),
    ...entries.map(([key, entry]) => `[hooks.state.${JSON.stringify(key)}]\n${stringify(entry).trimEnd()}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  // Whatever else stands there must say the same as before.
  if (isDeepStrictEqual(plain(parsed(path, after)), plain(expected))) return `${after}\n`;
  throw new UsageError(`${path} keeps hooks.state in a form that cannot be changed safely. ${BY_HAND}`);
}

const BY_HAND = 'Start codex, type /hooks, and trust those of Toolgate.';

/** The text without the tables of these keys; remarks above the next table stay. */
function withoutTables(text: string, keys: readonly string[]): string {
  const left: string[] = [];
  let isOurs = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) isOurs = keys.includes(keyOf(line) ?? '');
    if (!isOurs || /^\s*#/.test(line)) left.push(line);
  }
  return left.join('\n');
}

function keyOf(head: string): string | undefined {
  try {
    return Object.keys(data(data(parse(head).hooks).state))[0];
  } catch {
    // A line of a longer value that begins like a table.
    return undefined;
  }
}

function parsed(path: string, text: string): Data {
  try {
    return parse(text);
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UsageError(`${path} is damaged (${why}), so nothing was written there. ${BY_HAND}`);
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const data = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
