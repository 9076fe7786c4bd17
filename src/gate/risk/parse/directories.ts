import { type Place, pathsOf } from '../place.ts';
import { known, type Value } from './words.ts';

const CHANGES_DIRECTORY: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd']);

export const changesDirectory = ([name]: readonly Value[]): boolean =>
  name !== undefined && CHANGES_DIRECTORY.has(name.text);

/** Where commands lead, one of which it is; nowhere where that cannot be said. */
export function arrivedAt(argvs: readonly (readonly Value[])[], place: Place): readonly string[] {
  const after = argvs.map((argv) => directoriesAfter(argv, place));
  return after.some((paths) => paths.length === 0) ? [] : fewPlaces(after.flat());
}

function directoriesAfter(argv: readonly Value[], place: Place): readonly string[] {
  if (!changesDirectory(argv)) return place.cwds;
  const [name, ...rest] = argv;
  const [target = known(place.home), ...more] = rest.filter(({ text }) => !/^(-[LP]+|--)$/.test(text));
  const isOpen =
    name?.text === 'popd' || more.length > 0 || !target.isKnown || target.isGlob || /^[-+]/.test(target.text);
  return isOpen ? [] : (pathsOf(target.text, place) ?? []);
}

// Each `cd` that may not happen doubles them.
const MOST_PLACES = 64;

/** Where a line may be, each place once; of too many it is not known. */
function fewPlaces(paths: readonly string[]): readonly string[] {
  const places = [...new Set(paths)];
  return places.length > MOST_PLACES ? [] : places;
}

/** Here or there; unknown where either is. */
export const eitherPlace = (here: readonly string[], there: readonly string[]): readonly string[] =>
  here.length === 0 || there.length === 0 ? [] : fewPlaces([...here, ...there]);
