import { join } from 'node:path';
import { entriesIn, isGone, isThere } from '../../files/open/disk-names.ts';
import { fewWorktreesOf } from './git-places.ts';

const DEEPEST_MODULES = 8;
/** Each is looked into, and each has mounts of its own. */
const MOST_MODULES = 500;
/** With those around and in them. */
const MOST_DIRECTORIES = 2000;

/** The repositories of submodules, and directories that hold more, or lie deeper, than is looked through. */
export interface Modules {
  readonly stores: readonly string[];
  readonly tooMany: readonly string[];
}

interface Found {
  readonly stores: string[];
  readonly tooMany: string[];
  /** Directories that were gone through. */
  count: number;
}

/** Of a repository and of its linked working trees, each of which has its own. */
export function modulesOf(common: string): Modules {
  const { trees, tooMany } = fewWorktreesOf(common);
  const found: Found = { stores: [], tooMany: [...tooMany], count: 0 };
  for (const place of [common, ...trees]) addModules(join(place, 'modules'), found);
  return found;
}

/** All of them, or their directory as a whole. */
function addModules(directory: string, found: Found): void {
  const before = { stores: found.stores.length, tooMany: found.tooMany.length };
  if (lookThrough(directory, 0, found)) return;
  found.stores.length = before.stores;
  found.tooMany.length = before.tooMany;
  if (isThere(directory)) found.tooMany.push(directory);
}

/** Their names may hold slashes. False where there are too many. */
function lookThrough(directory: string, depth: number, found: Found): boolean {
  const places = directoriesIn(directory);
  if (places === 'unseen' || (depth > DEEPEST_MODULES && places.length > 0)) {
    found.tooMany.push(directory);
    return true;
  }
  found.count += places.length;
  return found.count <= MOST_DIRECTORIES && places.every((place) => lookAt(place, depth, found));
}

function lookAt(place: string, depth: number, found: Found): boolean {
  // Git could not be told of it.
  if (!place.isWellFormed()) return found.tooMany.push(place) > 0;
  if (!isThere(join(place, 'HEAD'))) return lookThrough(place, depth + 1, found);
  found.stores.push(place);
  return found.stores.length <= MOST_MODULES && lookThrough(join(place, 'modules'), depth + 1, found);
}

function directoriesIn(directory: string): string[] | 'unseen' {
  try {
    return entriesIn(directory)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(directory, name));
  } catch (error) {
    return isGone(error) ? [] : 'unseen';
  }
}
