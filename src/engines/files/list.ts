import { lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { type Directory, openDirectory } from './directory.ts';
import { type EntryType, typeOf } from './entry-type.ts';
import { isoTime } from './iso-time.ts';
import type { Reach } from './reach.ts';
import { sortedNames } from './sorted-names.ts';

export interface ListOptions {
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Entry {
  readonly name: string;
  readonly path: string;
  readonly type: EntryType;
  readonly size: number;
  readonly modified: string;
}

export interface Listing {
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
  readonly nextCursor?: string;
}

/** Lists in a fixed order, so that a cursor is just the last key of the page before. */
export function listDirectory(path: string, reach: Reach, options: ListOptions): Listing {
  const { limit, cursor } = options;
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  const found = options.recursive ? below(path, reach, options, after) : inOne(path, reach, options, after);
  const entries: Entry[] = [];
  let last = '';
  for (const { key, entry } of found) {
    if (entries.length === limit) {
      return { entries, truncated: true, nextCursor: Buffer.from(last).toString('base64url') };
    }
    last = key;
    entries.push(entry);
  }
  return { entries, truncated: false };
}

interface Found {
  /** What the order goes by. A directory's key ends with "/": what lies below it then follows it in plain string order. */
  readonly key: string;
  readonly entry: Entry;
}

/** Names alone are read of the whole directory; the rest is asked for what is shown. */
function* inOne(path: string, reach: Reach, options: ListOptions, after: string): Generator<Found> {
  const directory = openDirectory(path, reach);
  try {
    const names = sortedNames(directory);
    for (let at = firstAfter(names, after); at < names.length; at++) {
      const name = names[at] ?? '';
      const entry = isShown(name, options) ? describe(directory, name, path, name) : undefined;
      if (entry) yield { key: name, entry };
    }
  } finally {
    directory.close();
  }
}

/** Where the names that come after this one start. */
function firstAfter(names: readonly string[], after: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* below(
  path: string,
  reach: Reach,
  options: ListOptions,
  after: string,
  prefix = '',
): Generator<Found> {
  const directory = openBelow(path, prefix, reach);
  if (!directory) return;
  try {
    const children = readdirSync(directory.at('.'), { withFileTypes: true })
      .filter(({ name }) => isShown(name, options))
      .map((child) => {
        const isDirectory = child.isDirectory();
        const relative = prefix + child.name;
        return { name: child.name, isDirectory, relative, key: isDirectory ? `${relative}/` : relative };
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { name, isDirectory, relative, key } of children) {
      const entry = key > after ? describe(directory, name, path, relative) : undefined;
      if (entry) yield { key, entry };
      // All below it starts with its key: either the page before ended in there, or it lies on one side as a whole.
      if (isDirectory && (key > after || after.startsWith(key)))
        yield* below(path, reach, options, after, key);
    }
  } finally {
    directory.close();
  }
}

/** What cannot be opened below is listed, and not looked into; the top must be there. */
function openBelow(path: string, prefix: string, reach: Reach): Directory | undefined {
  if (prefix === '') return openDirectory(path, reach);
  try {
    return openDirectory(join(path, prefix), reach);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

const isShown = (name: string, { includeHidden }: ListOptions): boolean =>
  includeHidden || !name.startsWith('.');

/** Undefined for what was deleted between the listing and the look at it. */
function describe(directory: Directory, name: string, path: string, relative: string): Entry | undefined {
  const stats = lstatSync(directory.at(name), { throwIfNoEntry: false });
  if (!stats) return undefined;
  return {
    name: relative,
    path: path.endsWith(sep) ? path + relative : path + sep + relative,
    type: typeOf(stats),
    size: stats.size,
    modified: isoTime(stats.mtimeMs),
  };
}
