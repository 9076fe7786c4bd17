import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import type { Directory } from '../open/directory.ts';
import type { EntryName } from '../open/entry-name.ts';

/** Fewer entries are looked at before it is known whether there is a faster way. */
const MANY = 50;
/** Times of a file system come in ticks; two changes in one tick look like one. */
const TICK_MS = 100;

const QUIET = { throwIfNoEntry: false } as const;

/**
 * What the names in a verified directory stand for. By path that takes half the time it takes through the descriptor,
 * but a path can be swapped meanwhile. So it is done by path only if nothing on the way, from the root down, was
 * changed lately, and counts only if nothing was changed since: every rename leaves its time in the directory it
 * happens in, and that time cannot be set back.
 */
export function statEntries(
  directory: Directory,
  names: readonly EntryName[],
  roots: readonly string[],
): readonly (Stats | undefined)[] {
  const before = names.length < MANY ? undefined : pictureOf(directory, roots);
  if (before !== undefined) {
    const place = directory.realPath + sep;
    const found = names.map((name) =>
      lstatSync(typeof name === 'string' ? place + name : directory.at(name), QUIET),
    );
    if (pictureOf(directory, roots) === before) return found;
  }
  return names.map((name) => lstatSync(directory.at(name), QUIET));
}

/** The directories on the way and when each changed last; undefined if one is not what it should be, or too new. */
function pictureOf({ realPath, at }: Directory, roots: readonly string[]): string | undefined {
  const parts: string[] = [];
  const own = statSync(at('.'), { bigint: true });
  const oldEnough = BigInt(Date.now() - TICK_MS);
  for (let path = realPath; isInside(path, roots); path = dirname(path)) {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats?.isDirectory() || stats.ctimeMs > oldEnough) return undefined;
    if (path === realPath && (stats.ino !== own.ino || stats.dev !== own.dev)) return undefined;
    parts.push(`${stats.dev}:${stats.ino}:${stats.ctimeNs}`);
    if (path === dirname(path)) break;
  }
  return parts.join(' ');
}
