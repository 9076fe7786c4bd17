import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../core/errors.ts';
import { type Data, isData } from '../connect/formats/format.ts';
import { json, jsonc } from '../connect/formats/json.ts';
import { editTo } from '../connect/formats/json-edit.ts';
import type { HookFile } from './hook-file.ts';
import { isOurs } from './hook-file.ts';

/** By event, what stands in the list of its hooks. */
export type Hooks = Readonly<Record<string, Data>>;

interface JsonOptions {
  readonly path: string;
  readonly hooks: Hooks;
  /** What the file must say beside its hooks. */
  readonly more?: Data;
  /** Its client reads comments; they stay. */
  readonly hasComments?: boolean;
}

/** A settings file of JSON with a list of hooks for each event; everything else in it stays as it is written. */
export function jsonSettings({ path, hooks, more = {}, hasComments = false }: JsonOptions): HookFile {
  const read = (text: string): Data => {
    try {
      const value = (hasComments ? jsonc : json).read(text);
      if (isData(value)) return value;
    } catch {
      // The words below say what is wrong.
    }
    throw refuse(isWithComments(text) ? 'it has comments, which its client does not read' : 'it is damaged');
  };
  const refuse = (why: string): UsageError =>
    new UsageError(
      `${path} was left as it is: ${why}. Change it by hand, or correct it and run the command again. What Toolgate needs in it is:\n\n${JSON.stringify(withOurs({}), null, 2)}`,
    );
  const withOurs = (settings: Data): Data => {
    const others = data(without(settings, (event) => !Object.hasOwn(hooks, event)).hooks);
    const ours = Object.entries(hooks).map(([event, entry]) => [event, listWith(others[event], entry)]);
    return { ...merged(settings, more), hooks: { ...others, ...Object.fromEntries(ours) } };
  };
  const changed = (text: string, wanted: Data): string => {
    try {
      const after = editTo(text, wanted);
      // An edit that would touch anything else is not made.
      if (isDeepStrictEqual(read(after), wanted)) return after;
    } catch {
      // The file is sound, as was seen before; the edit does not fit the way it is written.
    }
    throw refuse('it is written in a way that this command cannot change safely');
  };
  return {
    path,
    installed: (current = '') => {
      const settings = read(current);
      const isOther = (event: string): boolean => !Array.isArray(data(settings.hooks)[event] ?? []);
      if (!isData(settings.hooks ?? {}) || Object.keys(hooks).some(isOther))
        throw refuse('"hooks" in it is not a list of hooks for each event');
      return changed(current, withOurs(settings));
    },
    removed: (current) => changed(current, without(read(current))),
  };
}

/** The list with our entry once; as it is, where it holds just that. */
function listWith(list: unknown, entry: Data): unknown[] {
  const present = Array.isArray(list) ? list : [];
  const ours = present.filter(isOurEntry);
  if (ours.length === 1 && isDeepStrictEqual(ours[0], entry)) return present;
  return [...present.filter((one) => !isOurEntry(one)), entry];
}

/** The settings without our hooks, and without lists that held nothing else. */
function without(settings: Data, isMeant: (event: string) => boolean = () => true): Data {
  const { hooks, ...rest } = settings;
  if (!isData(hooks)) return settings;
  const left = Object.entries(hooks).flatMap(([event, list]) => {
    const isHeld = isMeant(event) && Array.isArray(list) && list.some(isOurEntry);
    if (!isHeld) return [[event, list] as const];
    const others = list.filter((entry) => !isOurEntry(entry));
    return others.length === 0 ? [] : [[event, others] as const];
  });
  const wasEmpty = Object.keys(hooks).length === 0;
  return left.length === 0 && !wasEmpty ? rest : { ...settings, hooks: Object.fromEntries(left) };
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

const data = (value: unknown): Data => (isData(value) ? value : {});

/** It would be JSON without them, or without a comma at the end of a list. */
function isWithComments(text: string): boolean {
  try {
    return isData(jsonc.read(text));
  } catch {
    return false;
  }
}
