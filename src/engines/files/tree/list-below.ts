import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, ToolError } from '../../../core/errors.ts';
import { fileError } from '../file-error.ts';
import { type Directory, openDirectory } from '../open/directory.ts';
import { type EntryName, type NamedEntry, readEntries, sortKey } from '../open/entry-name.ts';
import type { Reach } from '../open/reach.ts';
import { describe, type Found } from './listed.ts';

interface Walk {
  /** Where it starts. */
  readonly path: string;
  readonly reach: Reach;
  /** The key that the page before ended with. */
  readonly after: string;
  readonly isShown: (name: string) => boolean;
}

/** A directory that was opened and read. */
interface Place {
  readonly directory: Directory;
  readonly entries: readonly NamedEntry[];
  /** How its path below the start is shown, and what it adds to the keys of what is in it. */
  readonly shown: string;
  readonly key: string;
}

/** Everything below a directory in the order of the keys; the directory itself must open. */
export function* listBelow(walk: Walk): Generator<Found> {
  const { path, reach } = walk;
  const directory = openDirectory(path, reach);
  yield* listPlace({ directory, entries: readOrClose(directory, path, reach), shown: '', key: '' }, walk);
}

/** The directory's own entry first, where it is new: a walk that stops there has it closed as well. */
function* listPlace(
  { directory, entries, ...above }: Place,
  walk: Walk,
  own: readonly Found[] = [],
): Generator<Found> {
  const { path, after, isShown } = walk;
  try {
    yield* own;
    const children = entries
      .filter(({ shown }) => isShown(shown))
      .map(({ name, shown, type }) => {
        const isDirectory = type === 'directory';
        const key = above.key + sortKey(name) + (isDirectory ? '/' : '');
        return { name, isDirectory, shown: above.shown + shown, key };
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { name, isDirectory, shown, key } of children) {
      const isNew = key > after;
      // All below it starts with its key: either the page before ended in there, or it lies on one side as a whole.
      const inside =
        isDirectory && (isNew || after.startsWith(key)) ? enter(directory, name, shown, walk) : {};
      const entry = isNew ? describe(lookAt(directory, name), path, shown) : undefined;
      const isNameless = typeof name !== 'string';
      const found = isNew ? [{ key, entry, isNameless, closedFor: inside.closedFor }] : [];
      if (inside.directory) yield* listPlace({ ...inside, shown: `${shown}/`, key }, walk, found);
      else yield* found;
    }
  } finally {
    directory.close();
  }
}

type Inside =
  | (Pick<Place, 'directory' | 'entries'> & { readonly closedFor?: undefined })
  | { readonly directory?: undefined; readonly closedFor?: ErrorCode };

/** What cannot be opened or read is listed, and said to be closed. */
function enter(parent: Directory, name: EntryName, shown: string, { path, reach }: Walk): Inside {
  const place = join(path, shown);
  try {
    const directory = openDirectory(place, reach, { via: parent.at(name) });
    return { directory, entries: readOrClose(directory, place, reach) };
  } catch (error) {
    if (error instanceof ToolError) return { closedFor: error.code };
    throw error;
  }
}

function readOrClose(directory: Directory, path: string, reach: Reach): readonly NamedEntry[] {
  try {
    return readEntries(directory.at('.'));
  } catch (error) {
    directory.close();
    throw fileError(error, path, reach.roots);
  }
}

/** Undefined for what is gone, and for what may be named and not looked at. */
function lookAt(directory: Directory, name: EntryName): Stats | undefined {
  try {
    return lstatSync(directory.at(name), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
