import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'smol-toml';
import { UsageError } from '../../core/errors.ts';
import { newlineOf } from '../connect/formats/format.ts';
import { type FileChange, readText } from './change-files.ts';
import type { CodexHook } from './codex-hooks-list.ts';
import { type HookFile, isOurs } from './hook-file.ts';
import { installationOf, removalOf } from './plan-change.ts';

type Data = Record<string, unknown>;

/** What a person's yes to these hooks changes in the settings of Codex: the hash of each, as Codex gives it. */
export const trustChange = (home: string, hooks: readonly CodexHook[]): FileChange =>
  installationOf(trustFile(home, hooks));

/** Takes the hashes of our hooks out again. */
export function trustRemoval(home: string): FileChange {
  const keys = ourKeys(join(home, '.codex/hooks.json'));
  return removalOf(
    trustFile(
      home,
      keys.map((key) => ({ key, currentHash: '' })),
    ),
  );
}

type Trusted = Pick<CodexHook, 'key' | 'currentHash'>;

function trustFile(home: string, hooks: readonly Trusted[]): HookFile {
  const path = join(home, '.codex/config.toml');
  return {
    path,
    installed: (current = '') => trusted(path, current, hooks),
    removed: (current) =>
      withoutTrust(
        path,
        current,
        hooks.map(({ key }) => key),
      ),
  };
}

function withoutTrust(path: string, text: string, keys: readonly string[]): string {
  const settings = parsed(path, text);
  const { state: present, ...otherHooks } = data(settings.hooks);
  const state = Object.fromEntries(Object.entries(data(present)).filter(([key]) => !keys.includes(key)));
  if (Object.keys(state).length === Object.keys(data(present)).length) return text;
  const hooks = { ...otherHooks, ...(Object.keys(state).length > 0 && { state }) };
  const { hooks: _, ...rest } = settings;
  const expected = { ...rest, ...(Object.keys(hooks).length > 0 && { hooks }) };
  const after = withoutTables(text, keys);
  if (isDeepStrictEqual(plain(parsed(path, after)), plain(expected))) return after;
  throw new UsageError(
    `${path} keeps hooks.state in a form that cannot be changed safely; take it out by hand.`,
  );
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
    // A command that takes the hooks themselves out says so in words.
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function trusted(path: string, text: string, hooks: readonly Trusted[]): string {
  const settings = parsed(path, text);
  const state = data(data(settings.hooks).state);
  const entries = hooks.map(
    ({ key, currentHash }) => [key, { ...data(state[key]), trusted_hash: currentHash }] as const,
  );
  const expected = {
    ...settings,
    hooks: { ...data(settings.hooks), state: { ...state, ...Object.fromEntries(entries) } },
  };
  const newline = newlineOf(text);
  const tables = entries.map(([key, entry]) =>
    `[hooks.state.${JSON.stringify(key)}]\n${stringify(entry).trimEnd()}`.replaceAll('\n', newline),
  );
  const others = withoutTables(
    text,
    entries.map(([key]) => key),
  ).trimEnd();
  const after = [...(others === '' ? [] : [others]), ...tables].join(newline + newline) + newline;
  // Whatever else stands there must say the same as before.
  if (isDeepStrictEqual(plain(parsed(path, after)), plain(expected))) return after;
  throw new UsageError(`${path} keeps hooks.state in a form that cannot be changed safely. ${BY_HAND}`);
}

const BY_HAND = 'Start codex, type /hooks, and trust those of Toolgate.';

/** The text without the tables of these keys; remarks above the next table stay. */
function withoutTables(text: string, keys: readonly string[]): string {
  const left: string[] = [];
  let isOurs = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*\[/.test(line)) isOurs = keys.includes(keyOf(line) ?? '');
    if (!isOurs || /^\s*#/.test(line)) left.push(line);
  }
  const rest = left.join('');
  if (rest === text) return text;
  return rest.trim() === '' ? '' : `${rest.trimEnd()}${newlineOf(text)}`;
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
