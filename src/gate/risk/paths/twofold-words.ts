import { meaningsOf, spelledFrom } from '../../../core/path/meanings.ts';
import { partsOf } from '../../../core/shell/blanks.ts';

interface Links {
  readonly cwd: string;
  readonly realPathOf: (path: string) => string;
}

type Commands = readonly (readonly string[])[];

const MOST_LOOKS = 1000;
const UP = /(^|\/)\.\.(\/|$)/;

/**
 * The words that may name two places, since `..` in them stands behind a link. What one answer was about is not what the
 * next such word reaches, so no standing answer covers it.
 */
export function twofoldWords(commands: Commands, { cwd, realPathOf }: Links): readonly string[] {
  const words = [...new Set(commands.flat())].filter((word) => word.includes('..'));
  if (words.length === 0) return [];
  const places = directoriesIn(commands, cwd, realPathOf);
  const paths = words.map(pathsIn);
  // Nobody writes this many; then each of them may be one.
  if (!places || paths.flat().length * places.length > MOST_LOOKS) return words;
  return words.filter((_, i) =>
    paths[i]?.some((path) =>
      places.some((place) => meaningsOf(spelledFrom(place, path), realPathOf).length > 1),
    ),
  );
}

/** Where a line may be while it runs; undefined where it moves more often than anybody does. */
export function directoriesIn(
  commands: Commands,
  cwd: string,
  realPathOf: Links['realPathOf'],
): readonly string[] | undefined {
  const places = new Set([cwd]);
  const moves = commands.filter(([program = '']) => /^(cd|pushd)$/.test(program));
  if (moves.length > MOST_MOVES) return undefined;
  for (const to of moves.flatMap(([, ...words]) => words.filter((word) => !word.startsWith('-'))))
    for (const at of [...places])
      for (const place of meaningsOf(spelledFrom(at, to), realPathOf)) places.add(place);
  return [...places];
}

const MOST_MOVES = 6;

/** `link/../x`, `--config=link/../x`, `-rlink/../x`: whatever may be the name of a file. */
const pathsIn = (word: string): string[] => partsOf(word).filter((part) => UP.test(part));
