import { randomUUID } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn, isGone, onDisk } from '../../files/open/disk-names.ts';

/**
 * What a path stands for; undefined where nothing is there. A number of a file that was removed is given to the next one:
 * so the time it was made counts as well.
 */
function identityOf(path: string): string | undefined {
  const stats = statsOf(path);
  return typeof stats === 'object' ? `${stats.dev} ${stats.ino} ${stats.birthtimeNs}` : stats;
}

/** The same, for files that a mask lies over. Where nobody knows when one was made, any change makes it another one. */
export function maskedIdentityOf(path: string): string | undefined {
  const stats = statsOf(path);
  if (typeof stats !== 'object' || stats.birthtimeNs > 0n || stats.isDirectory()) return identityOf(path);
  return `${identityOf(path)} ${stats.ctimeNs}`;
}

/**
 * The same, for what a run must not change. A mount guards one name of a file: where it has others, any change counts, also
 * to a file in a directory such as that of the hooks.
 */
export function guardedIdentityOf(path: string): string | undefined {
  const stats = statsOf(path);
  if (typeof stats !== 'object' || stats.isSymbolicLink()) return identityOf(path);
  const changed = stats.isDirectory() ? changesIn(path) : hasOtherNames(stats) ? [stats.ctimeNs] : [];
  return [identityOf(path), ...changed].join(' ');
}

const MOST_ENTRIES = 2000;

/** Of the files there that have other names. Git changes what is in its own directory all the time. */
function changesIn(directory: string): readonly (bigint | string)[] {
  const entries = listed(directory);
  if (!entries) return [neverSeen()];
  if (entries.some(({ name }) => name === 'HEAD')) return [];
  return entries.slice(0, MOST_ENTRIES).flatMap(({ name }) => {
    const stats = statsOf(join(directory, name));
    return hasOtherNames(stats) ? [stats.ctimeNs] : [];
  });
}

/** Whether what was there is what is there. A backup may give it another name meanwhile. */
export const isSameIdentity = (was: string | undefined, is: string | undefined): boolean =>
  was === is || is?.startsWith(`${was} `) === true;

/** Whether a file has another name, or a directory holds one that has: through that it can be changed. */
export function isReachedByOtherNames(path: string): boolean {
  if (!isDirectory(path)) return hasOtherNames(statsOf(path));
  return listed(path)?.some(({ name }) => hasOtherNames(statsOf(join(path, name)))) ?? true;
}

/** Of a file or a directory of files, another one after any change: whatever is done to a file, its ctime tells. */
export function stampOf(path: string): string {
  const entries = isDirectory(path) ? listed(path) : [];
  if (!entries) return neverSeen();
  const files = entries.map(({ name }) => join(path, name));
  return [path, ...files]
    .map((file) => {
      const stats = statsOf(file);
      return typeof stats === 'object' ? `${stats.ino} ${stats.size} ${stats.ctimeNs}` : `${stats}`;
    })
    .join('\n');
}

const hasOtherNames = (stats: ReturnType<typeof statsOf>): stats is BigIntStats =>
  typeof stats === 'object' && !stats.isDirectory() && stats.nlink > 1n;

function statsOf(path: string): BigIntStats | string | undefined {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false, bigint: true });
  } catch (error) {
    // What cannot be looked at is nothing that was seen before.
    return isGone(error) ? undefined : neverSeen();
  }
}

/** Undefined for a directory that a run closed to us: it chose to, so that is no reason to stop looking at the rest. */
function listed(directory: string) {
  try {
    return entriesIn(directory);
  } catch {
    return undefined;
  }
}

const neverSeen = (): string => `unknown ${randomUUID()}`;

/** One that cannot be looked at counts as none. */
export function isDirectory(path: string): boolean {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
