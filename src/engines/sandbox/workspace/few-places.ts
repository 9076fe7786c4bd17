import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { gathered } from './gathered-places.ts';

/** Each is a mount or two: a thousand of them take seconds, and bubblewrap takes no more than three. */
const MOST_PLACES = 1500;

interface Few {
  /** Those of them that stay. */
  readonly kept: ReadonlySet<string>;
  /** Directories that stand for the others. */
  readonly whole: readonly string[];
}

/** No more places than that in an open directory: what holds very many of them stands for them as a whole. */
export function fewPlaces(places: readonly string[], roots: readonly string[]): Few {
  const all = new Set(places);
  const few = roots.reduce((left, root) => fewIn(left, root, roots), [...all]);
  return {
    kept: new Set(few.filter((place) => all.has(place))),
    whole: few.filter((place) => !all.has(place)),
  };
}

function fewIn(places: readonly string[], root: string, roots: readonly string[]): string[] {
  const inside = places.filter((place) => isInside(place, [root]));
  if (inside.length <= MOST_PLACES) return [...places];
  const few = gathered(inside, root, MOST_PLACES);
  if (few.some((place) => roots.some((one) => isInside(one, [place])))) throw tooMany(root);
  const others = places.filter((place) => !isInside(place, [root]));
  return [...others, ...few];
}

const tooMany = (root: string): ToolError =>
  new ToolError('TOO_LARGE', `${root} has too many repositories, settings and secrets to look after`, {
    hint: 'Open a smaller directory.',
  });
