import { type Place, pathsOf } from '../place.ts';
import { known, type Value } from './words.ts';

const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

export const changesDirectory = ([name]: readonly Value[]): boolean =>
  name !== undefined && CHANGES_DIRECTORY.has(name.text);

/** Where a command leaves us; nowhere where that cannot be said. */
export function directoriesAfter(argv: readonly Value[], place: Place): readonly string[] {
  if (!changesDirectory(argv)) return place.cwds;
  const [name, ...rest] = argv;
  const target = rest.find(({ text }) => !/^-[LPe@]+$/.test(text)) ?? known(place.home);
  const isOpen = name?.text === 'popd' || !target.isKnown || target.isGlob || target.text === '-';
  return isOpen ? [] : (pathsOf(target.text, place) ?? []);
}

// Each `cd` that may not happen doubles them.
const MOST_PLACES = 64;

/** Where a line may be, each place once; of too many it is not known. */
export function fewPlaces(paths: readonly string[]): readonly string[] {
  const places = [...new Set(paths)];
  return places.length > MOST_PLACES ? [] : places;
}
