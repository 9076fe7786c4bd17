import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isoTime } from '../../core/iso-time.ts';
import { type Directory, openDirectory } from './directory.ts';
import { type EntryType, typeOf } from './entry-type.ts';
import { fileError } from './file-error.ts';
import { lookAtAll } from './look-at-all.ts';
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
  const after = cursor === undefined ? '' : keyOf(cursor);
  const list = options.recursive ? listBelow : listOne;
  // One more than is shown tells whether there are more.
  const found = list(path, reach, { ...options, limit: limit + 1 }, after);
  const last = found[limit - 1];
  const isMore = found.length > limit && last !== undefined;
  return {
    entries: found.slice(0, limit).flatMap(({ entry }) => entry ?? []),
    truncated: isMore,
    ...(isMore && { nextCursor: toCursor(last.key) }),
  };
}

const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** One that was cut or made up would end the listing too early, and nobody would see it. */
function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (toCursor(key) === cursor) return key;
  throw new ToolError('VALIDATION', `"${cursor}" is no cursor of list_directory`, {
    hint: 'Give the nextCursor of the page before, or none to start again.',
  });
}

interface Found {
  /** What the order goes by. A directory's key ends with "/": what lies below it then follows it in plain string order. */
  readonly key: string;
  /** Undefined for what was deleted between the listing and the look at it. */
  readonly entry: Entry | undefined;
}

/** Names alone are read of the whole directory; the rest is asked for what is shown. */
function listOne(path: string, reach: Reach, options: ListOptions, after: string): readonly Found[] {
  const directory = openDirectory(path, reach);
  try {
    const names = sortedNames(directory);
    const page: string[] = [];
    for (let at = firstAfter(names, after); at < names.length && page.length < options.limit; at++) {
      const name = names[at] ?? '';
      if (isShown(name, options)) page.push(name);
    }
    const stats = lookAtAll(directory, page, reach.roots);
    return page.map((name, i) => ({ key: name, entry: describe(stats[i], path, name) }));
  } catch (error) {
    throw fileError(error, path, reach.roots);
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

function listBelow(path: string, reach: Reach, options: ListOptions, after: string): readonly Found[] {
  return [...below(path, reach, options, after).take(options.limit)];
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
    const children = namesIn(directory, path, prefix, reach)
      .filter(({ name }) => isShown(name, options))
      .map((child) => {
        const isDirectory = child.isDirectory();
        const relative = prefix + child.name;
        return { name: child.name, isDirectory, relative, key: isDirectory ? `${relative}/` : relative };
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { name, isDirectory, relative, key } of children) {
      if (key > after) {
        yield { key, entry: describe(lookAt(directory, name), path, relative) };
      }
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

/** The same for one that opens and does not say what is in it. */
function namesIn(directory: Directory, path: string, prefix: string, reach: Reach): Dirent[] {
  try {
    return readdirSync(directory.at('.'), { withFileTypes: true });
  } catch (error) {
    if (prefix !== '') return [];
    throw fileError(error, path, reach.roots);
  }
}

/** Undefined for what is gone, and for what may be named and not looked at. */
function lookAt(directory: Directory, name: string): Stats | undefined {
  try {
    return lstatSync(directory.at(name), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const isShown = (name: string, { includeHidden }: ListOptions): boolean =>
  includeHidden || !name.startsWith('.');

function describe(stats: Stats | undefined, path: string, name: string): Entry | undefined {
  if (!stats) return undefined;
  return {
    name,
    path: path.endsWith(sep) ? path + name : path + sep + name,
    type: typeOf(stats),
    size: stats.size,
    modified: isoTime(stats.mtimeMs),
  };
}
