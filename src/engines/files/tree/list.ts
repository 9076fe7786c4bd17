import { ToolError } from '../../../core/errors.ts';
import { fileError } from '../file-error.ts';
import { openDirectory } from '../open/directory.ts';
import { type EntryName, shownAs, sortKey } from '../open/entry-name.ts';
import type { Reach } from '../open/reach.ts';
import { listBelow } from './list-below.ts';
import { describe, type Entry, type Found, noteOn } from './listed.ts';
import { sortedNames } from './sorted-names.ts';
import { statEntries } from './stat-entries.ts';

export interface ListOptions {
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Listing {
  readonly entries: readonly Entry[];
  readonly truncated: boolean;
  readonly nextCursor?: string;
  /** What could not be looked into, and what cannot be named. */
  readonly note?: string;
}

/** Lists in a fixed order, so that a cursor is just the last key of the page before. */
export function listDirectory(path: string, reach: Reach, options: ListOptions): Listing {
  const { limit, cursor } = options;
  const after = cursor === undefined ? '' : keyOf(cursor);
  // One more than is shown tells whether there are more.
  const found = options.recursive
    ? [...listBelow({ path, reach, after, isShown: isShownBy(options) }).take(limit + 1)]
    : listOne(path, reach, { ...options, limit: limit + 1 }, after);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isMore = found.length > limit && last !== undefined;
  const note = noteOn(shown);
  return {
    entries: shown.flatMap(({ entry }) => entry ?? []),
    truncated: isMore,
    ...(isMore && { nextCursor: toCursor(last.key) }),
    ...(note !== undefined && { note }),
  };
}

const isShownBy =
  ({ includeHidden }: ListOptions) =>
  (name: string): boolean =>
    includeHidden || !name.startsWith('.');

const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** One that was cut or made up would end the listing too early, and nobody would see it. */
function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (toCursor(key) === cursor) return key;
  throw new ToolError('VALIDATION', `"${cursor}" is not a cursor of list_directory`, {
    hint: 'Give the nextCursor of the page before, or none to start again.',
  });
}

/** Names alone are read of the whole directory; the rest is asked for what is shown. */
function listOne(path: string, reach: Reach, options: ListOptions, after: string): readonly Found[] {
  const directory = openDirectory(path, reach);
  try {
    const names = sortedNames(directory);
    const isShown = isShownBy(options);
    const page: EntryName[] = [];
    for (let at = firstAfter(names, after); at < names.length && page.length < options.limit; at++) {
      const name = names[at] ?? '';
      if (isShown(shownAs(name))) page.push(name);
    }
    const stats = statEntries(directory, page, reach.roots);
    return page.map((name, i) => ({
      key: sortKey(name),
      entry: describe(stats[i], path, shownAs(name)),
      isNameless: typeof name !== 'string',
    }));
  } catch (error) {
    throw fileError(error, path, reach.roots);
  } finally {
    directory.close();
  }
}

/** Where the names that come after this one start. */
function firstAfter(names: readonly EntryName[], after: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortKey(names[middle] ?? '') <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
