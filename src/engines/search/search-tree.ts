import { isSecretFile } from '../../core/path/sensitive-paths.ts';
import { distrustedRules } from './distrusted-rules.ts';
import { type Means, pathsOf } from './find-files.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { ripgrepScope } from './scope.ts';
import type { SearchedPlace } from './searched-place.ts';

/** All files around a place: those of the root or repository it is in, ignored ones and secrets left out. */
export interface SearchTree {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The place itself, likewise. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Relative to the root, sorted; the same array while nothing has changed, where the tree can be watched. */
  readonly files: readonly string[];
  /** The same number while no file below the root was written to; undefined where that is not known. */
  readonly changes: number | undefined;
}

export async function searchTree(
  { realPath, isFolder }: SearchedPlace,
  top: SearchedPlace,
  means: Means,
): Promise<SearchTree> {
  const { files } = await pathsOf(top, means);
  return {
    root: top.realPath,
    path: realPath,
    isFolder,
    files,
    changes: means.indexes.changes(top.indexed),
  };
}

/** Files below a place that hold one of these words, whatever stands around it. */
export async function filesWithWords(
  place: SearchedPlace,
  words: readonly string[],
  { indexes, hidden, signal, denied }: Means,
): Promise<string[]> {
  const { realPath, isInRepository, descriptor } = place;
  const found: string[] = [];
  const distrusted = await distrustedRules(place, indexes);
  await runRipgrep({
    args: [
      ...['--files-with-matches', '--null', '--fixed-strings', '--word-regexp', '--case-sensitive'],
      ...ripgrepScope({ folder: realPath, hidden, includeIgnored: false, isInRepository, distrusted }),
      ...words.map((word) => `--regexp=${word}`),
      './',
    ],
    cwd: descriptor,
    signal,
    separator: '\0',
    onLine: (line) => {
      const path = line.replace(/^\.\//, '');
      if (!isSecretFile(path) && !denied?.includes(`${realPath}/${path}`)) found.push(path);
      return true;
    },
  });
  return found.sort();
}
