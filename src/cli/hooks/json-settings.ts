import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../core/errors.ts';
import type { HookFile } from './hook-file.ts';
import { isOurs } from './hook-file.ts';

type Data = Record<string, unknown>;

/** By event, what stands in the list of its hooks. */
export type Hooks = Readonly<Record<string, Data>>;

interface JsonOptions {
  readonly path: string;
  readonly hooks: Hooks;
  /** What the file must say beside its hooks. */
  readonly more?: Data;
}

/** A settings file of JSON with a list of hooks for each event; everything else in it stays. */
export const jsonSettings = ({ path, hooks, more = {} }: JsonOptions): HookFile => ({
  path,
  installed: (current) => {
    const settings = parsed(path, current);
    const others = without(settings).hooks;
    const all = Object.entries(hooks).map(([event, entry]) => [event, [...listed(others, event), entry]]);
    return written({ ...merged(settings, more), hooks: { ...data(others), ...Object.fromEntries(all) } });
  },
  removed: (current) => {
    const left = without(parsed(path, current));
    const rest = Object.entries(left).filter(
      ([key, value]) => key !== 'version' && !isDeepStrictEqual(value, more[key]),
    );
    return rest.length === 0 ? undefined : written(left);
  },
});

/** The settings without our hooks, and without lists that held nothing else. */
function without(settings: Data): Data {
  const { hooks, ...rest } = settings;
  const left = Object.entries(data(hooks)).flatMap(([event, list]) => {
    const others = Array.isArray(list) ? list.filter((entry) => !isOurEntry(entry)) : list;
    return Array.isArray(others) && others.length === 0 ? [] : [[event, others] as const];
  });
  return left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) };
}

function isOurEntry(entry: unknown): boolean {
  const { command, bash, hooks } = data(entry);
  return isOurs(command) || isOurs(bash) || (Array.isArray(hooks) && hooks.some(isOurEntry));
}

const merged = (settings: Data, more: Data): Data => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      isData(value) ? { ...data(settings[key]), ...value } : value,
    ]),
  ),
});

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const data = (value: unknown): Data => (isData(value) ? value : {});
const listed = (hooks: unknown, event: string): unknown[] => {
  const list = data(hooks)[event];
  return Array.isArray(list) ? list : [];
};

const written = (settings: Data): string => `${JSON.stringify(settings, null, 2)}\n`;

function parsed(path: string, current: string | undefined): Data {
  if (current === undefined || current.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(current);
    if (isData(value)) return value;
  } catch {
    // The words below say what is wrong.
  }
  throw new UsageError(`${path} is not a JSON object, so no hook can be put into it. Correct it first.`);
}
