import { closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SearchedPlace } from './searched-place.ts';

/**
 * Only what lies in directories that are really below the searched one: ripgrep goes by names, and a directory that
 * becomes a link while it walks would lead it out.
 */
export function keepInside<T>(place: SearchedPlace, found: readonly T[], pathOf: (one: T) => string): T[] {
  const known = new Map<string, boolean>();
  return found.filter((one) => {
    const folder = join(place.realPath, dirname(pathOf(one)));
    const isThere = known.get(folder) ?? (!place.isFolder || isReally(folder));
    known.set(folder, isThere);
    return isThere;
  });
}

function isReally(folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === folder;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Gone since: so is what was found in it.
    return false;
  }
}
