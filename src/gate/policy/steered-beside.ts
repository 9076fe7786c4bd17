import { spelledFrom } from '../../core/path/meanings.ts';
import { tellsVersion } from '../../core/shell/tells-version.ts';
import { directoriesIn } from '../risk/paths/twofold-words.ts';
import type { Surroundings } from '../risk/place.ts';
import { directoriesOf } from '../risk/programs/git-questions.ts';
import { isGit } from './history-readers.ts';

type Words = readonly string[];

interface Around extends Pick<Surroundings, 'realPathOf' | 'isInertRepository' | 'isPickedByProject'> {
  readonly cwd: string;
  readonly roots: readonly string[];
}

/**
 * Commands that only look around, unless a file where they run tells them something else: the settings of a repository name
 * programs that git runs, and a list of versions says which `node` is meant. An answer to another command of the line is
 * none to that.
 */
export async function steeredBeside(
  commands: readonly Words[],
  beside: readonly Words[],
  around: Around,
): Promise<readonly Words[]> {
  const { cwd, roots, realPathOf, isInertRepository, isPickedByProject } = around;
  const places = directoriesIn(commands, cwd, realPathOf);
  const isInert = async (place: string) => (await isInertRepository?.(place, roots)) ?? false;
  const isPicked = async (program: string, place: string) =>
    (await isPickedByProject?.(program, place)) ?? true;
  const found: Words[] = [];
  for (const words of beside) {
    const [program = '', ...more] = words;
    const isVersion = tellsVersion(words);
    if (!isVersion && !isGit(words)) continue;
    const at = isVersion ? places : gitPlaces(more, places);
    const isSteered = await anyOf(at ?? [], async (place) =>
      isVersion ? isPicked(program, place) : !(await isInert(place)),
    );
    if (!at || isSteered) found.push(words);
  }
  return found;
}

/** Where git goes from these directories, by its options; undefined where that cannot be told. */
export function gitPlaces(words: Words, places: readonly string[] | undefined): string[] | undefined {
  const ways = directoriesOf(words);
  return ways && places?.map((place) => ways.reduce(spelledFrom, place));
}

async function anyOf<T>(list: readonly T[], isOne: (one: T) => Promise<boolean>): Promise<boolean> {
  for (const one of list) if (await isOne(one)) return true;
  return false;
}
