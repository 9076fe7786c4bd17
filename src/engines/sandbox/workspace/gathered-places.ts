import { dirname } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';

/**
 * Places below a directory as at most so many. Where there are more, directories that hold many of them stand for what is
 * in them, those with the most first: nothing is left out, and as little as possible is added.
 */
export function gathered(places: readonly string[], root: string, most: number): readonly string[] {
  if (places.length <= most) return places;
  const crowded = crowdedIn(places, root, most);
  const chosen = crowded.size > 0 ? crowded : aroundDeepest(places, root);
  const rest = places.filter((place) => !liesIn(place, chosen, root));
  const outermost = [...chosen].filter((directory) => directory === root || !liesIn(directory, chosen, root));
  return gathered([...new Set([...outermost, ...rest])], root, most);
}

/** Directories with several of them, as many as it takes; none where that is not enough. */
function crowdedIn(places: readonly string[], root: string, most: number): Set<string> {
  const groups = [...Map.groupBy(places, (place) => (place === root ? root : dirname(place)))]
    .map(([directory, inside]) => ({ directory, inside }))
    .filter(({ directory, inside }) => inside.length > 1 && directory !== root)
    .sort((a, b) => b.inside.length - a.inside.length);
  const chosen = new Set<string>();
  let count = places.length;
  for (const { directory, inside } of groups) {
    if (count <= most) break;
    chosen.add(directory);
    count -= inside.length - 1;
  }
  return count <= most ? chosen : new Set();
}

/** Those that lie deepest come together first. */
function aroundDeepest(places: readonly string[], root: string): Set<string> {
  const depthOf = (place: string): number => place.split('/').length;
  const deepest = places.reduce((depth, place) => Math.max(depth, depthOf(place)), 0);
  return new Set(
    places
      .filter((place) => depthOf(place) === deepest)
      .map((place) => (place === root ? root : dirname(place))),
  );
}

/** Whether one of these directories is around a place. */
function liesIn(place: string, directories: ReadonlySet<string>, root: string): boolean {
  const parent = dirname(place);
  return isInside(parent, [root]) && (directories.has(parent) || liesIn(parent, directories, root));
}
