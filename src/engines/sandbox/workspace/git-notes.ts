import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { gitNotesWithoutTokens } from './git-config-copy.ts';

/** Reflogs beyond these are out of sight: nobody reads the history of so many branches. */
const MOST_NOTES = 2_000;
/** Larger ones are not copied, and so are out of sight. */
const LARGEST = 1_048_576;

/** What was read once is not read again until it changes. */
const plain = new Map<string, string>();
const MOST_KNOWN = 20_000;

/**
 * Where git notes down what was fetched and pulled, with the address as it was typed, token and all. In a run that may
 * see no secret such a note has the address without it.
 */
export function noteMounts(store: string, scratch: string): string[] {
  const notes = [join(store, 'FETCH_HEAD'), ...filesBelow(join(store, 'logs'))];
  return notes.flatMap((note, at) => {
    const stats = statsOf(note);
    if (!stats?.isFile()) return [];
    const place = realpathSync(note);
    if (at > MOST_NOTES || stats.size > LARGEST) return ['--ro-bind', '/dev/null', place];
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    if (plain.get(note) === stamp) return [];
    const copy = gitNotesWithoutTokens(note, scratch);
    if (copy !== undefined) return ['--ro-bind', copy, place];
    if (plain.size > MOST_KNOWN) plain.clear();
    plain.set(note, stamp);
    return [];
  });
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // No reflogs here.
    return [];
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
