import { join, resolve } from 'node:path';
import { mayMatchGlob } from '../../core/path/match-glob.ts';
import { isInside } from '../../core/path/paths.ts';
import { LONGEST_PATTERN } from '../../core/path/wildcards.ts';
import { partsOf } from '../../core/shell/blanks.ts';
import { SCRATCH } from '../risk/paths/judge-path.ts';
import type { Entries } from '../risk/place.ts';
import { isHarmlessPlace } from './leads-outside.ts';

interface Links {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly realPathOf: (path: string) => string;
  /** What lies in a directory. */
  readonly entriesOf: (path: string) => Entries;
  /** Files that the commands execute. */
  readonly runs: readonly string[];
}

type Commands = readonly (readonly string[])[];

const MOST_LOOKS = 1000;

/**
 * The words that name something in an open directory and lead, through a link in it, out of all of them: what lies there is
 * none of what a standing answer was given for. A program may be such a link, as the Python of a virtual environment is,
 * unless it leads to a place where commands write that nobody was asked about: what lies there can change at any time.
 */
export function linkedWords(commands: Commands, links: Links): readonly string[] {
  const { cwd, roots, realPathOf, entriesOf, runs } = links;
  const open = [...roots, ...roots.map(realPathOf)];
  const leadsOut = (path: string): string | undefined => {
    if (!isInside(path, open)) return undefined;
    const real = realPathOf(path);
    return isInside(real, open) ? undefined : real;
  };
  const isScratch = (path: string): boolean => {
    const real = leadsOut(path);
    return real !== undefined && isInside(real, SCRATCH);
  };
  const isOutside = (path: string): boolean => {
    const real = leadsOut(path);
    return real !== undefined && !isHarmlessPlace(real);
  };
  const places = [...new Set([cwd, ...directoriesIn(commands, cwd)])];
  const programs = [...new Set([...commands.map(([program = '']) => program), ...runs])];
  // `timeout 9 .venv/bin/python a.py`: a program as well.
  const operands = [...new Set(commands.flatMap(([, ...words]) => words))].filter(
    (word) => !programs.includes(word),
  );
  const words = [...programs, ...operands];
  // Nobody writes this many; then each of them may be one.
  if (words.length * places.length > MOST_LOOKS) return words;
  if (words.flatMap(pathsIn).length * places.length > MOST_LOOKS) return words;
  const among = (some: readonly string[], isOne: (path: string) => boolean): string[] =>
    some.filter((word) =>
      pathsIn(word).some((path) =>
        places.some((place) => foundBy(resolve(place, path), entriesOf)?.some(isOne) ?? true),
      ),
    );
  return [...among(programs, isScratch), ...among(operands, isOutside)];
}

/** What a path with wildcards stands for now, where each may be a link; undefined where that is too much to look at. */
function foundBy(path: string, entriesOf: Links['entriesOf']): readonly string[] | undefined {
  if (!WILDCARD.test(path)) return [path];
  if (path.length > LONGEST_PATTERN) return undefined;
  let found: readonly string[] = ['/'];
  for (const part of path.split('/').slice(1)) {
    found = found.flatMap((at) => {
      const names = WILDCARD.test(part) ? entriesOf(at) : [part];
      return Array.isArray(names)
        ? names.filter((name) => name === part || mayMatchGlob(name, part)).map((name) => join(at, name))
        : [];
    });
    if (found.length > MOST_FOUND) return undefined;
  }
  // Where it finds nothing, it is a name like any other.
  return [path, ...found];
}

const WILDCARD = /[*?[]/;
const MOST_FOUND = 5000;

/** Where a line goes before it runs something. */
const directoriesIn = (commands: Commands, cwd: string): string[] =>
  commands.flatMap(([program, ...words]) =>
    program === 'cd' || program === 'pushd'
      ? words.filter((word) => !word.startsWith('-')).map((word) => resolve(cwd, word))
      : [],
  );

/** `link/x`, `--config=link/x`, `-rlink/x`, `@link/x`, `{"a":"link/x"}`: whatever may be the name of a file. */
const pathsIn = (word: string): string[] => partsOf(word).filter((part) => part !== '' && part !== '-');
