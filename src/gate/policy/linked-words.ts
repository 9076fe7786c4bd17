import { resolve } from 'node:path';
import { isInside } from '../../core/path/paths.ts';
import { partsOf } from '../../core/shell/blanks.ts';
import { SCRATCH } from '../risk/paths/judge-path.ts';

interface Links {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly realPathOf: (path: string) => string;
}

type Commands = readonly (readonly string[])[];

const MOST_LOOKS = 1000;

/**
 * The words that name something in an open directory and lead, through a link in it, to a place where commands write that
 * nobody was asked about. What lies there can change at any time, so no standing answer covers it.
 */
export function linkedWords(commands: Commands, { cwd, roots, realPathOf }: Links): readonly string[] {
  const words = [...new Set(commands.flat())];
  const open = [...roots, ...roots.map(realPathOf)];
  const isScratch = (path: string): boolean => {
    if (!isInside(path, open)) return false;
    const real = realPathOf(path);
    return !isInside(real, open) && isInside(real, SCRATCH);
  };
  const places = [...new Set([cwd, ...directoriesIn(commands, cwd)])];
  // Nobody writes this many; then each of them may be one.
  if (words.length * places.length > MOST_LOOKS) return words;
  const paths = words.map(pathsIn);
  if (paths.flat().length * places.length > MOST_LOOKS) return words;
  return words.filter((_, i) =>
    paths[i]?.some((path) => places.some((place) => isScratch(resolve(place, path)))),
  );
}

/** Where a line goes before it runs something. */
const directoriesIn = (commands: Commands, cwd: string): string[] =>
  commands.flatMap(([program, ...words]) =>
    program === 'cd' || program === 'pushd'
      ? words.filter((word) => !word.startsWith('-')).map((word) => resolve(cwd, word))
      : [],
  );

/** `link/x`, `--config=link/x`, `-rlink/x`, `@link/x`, `{"a":"link/x"}`: whatever may be the name of a file. */
const pathsIn = (word: string): string[] => partsOf(word).filter((part) => part !== '' && part !== '-');
