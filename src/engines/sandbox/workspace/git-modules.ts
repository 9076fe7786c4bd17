import { join } from 'node:path';
import { entriesIn, isGone, isThere } from '../../files/open/disk-names.ts';
import { fewWorktreesOf } from './git-places.ts';

const DEEPEST_MODULES = 8;

/** The repositories of submodules, and directories that lie too deep to be looked through. */
export interface Modules {
  readonly stores: readonly string[];
  readonly tooDeep: readonly string[];
}

/** Of a repository and of its linked working trees, each of which has its own. */
export function modulesOf(common: string): Modules {
  const { trees, tooMany } = fewWorktreesOf(common);
  const found = [common, ...trees].map((place) => modulesIn(join(place, 'modules'), 0));
  return joined([...found, { stores: [], tooDeep: tooMany }]);
}

/** Their names may hold slashes. */
function modulesIn(directory: string, depth: number): Modules {
  const places = directoriesIn(directory);
  if (places === 'unseen') return { stores: [], tooDeep: [directory] };
  if (depth > DEEPEST_MODULES) return { stores: [], tooDeep: places.length > 0 ? [directory] : [] };
  return joined(
    places.map((place) => {
      // Git could not be told of it.
      if (!place.isWellFormed()) return { stores: [], tooDeep: [place] };
      if (!isThere(join(place, 'HEAD'))) return modulesIn(place, depth + 1);
      return joined([{ stores: [place], tooDeep: [] }, modulesIn(join(place, 'modules'), depth + 1)]);
    }),
  );
}

const joined = (parts: readonly Modules[]): Modules => ({
  stores: parts.flatMap(({ stores }) => stores),
  tooDeep: parts.flatMap(({ tooDeep }) => tooDeep),
});

function directoriesIn(directory: string): string[] | 'unseen' {
  try {
    return entriesIn(directory)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(directory, name));
  } catch (error) {
    return isGone(error) ? [] : 'unseen';
  }
}
