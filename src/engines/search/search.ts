import { basename, join, relative } from 'node:path';
import type { Caller } from '../../core/call/caller.ts';
import type { PathAccess } from '../../core/call/touch.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import { isInside, resolveFrom } from '../../core/path/paths.ts';
import { SECRET_PLACES } from '../../core/path/sensitive-paths.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import type { PathVerdict } from '../files/open/reach.ts';
import { type FileQuery, type FoundFiles, findFiles } from './find-files.ts';
import { type FoundText, findText, type TextQuery } from './find-text.ts';
import { createPathIndexes } from './path-indexes.ts';
import { UNSEARCHED_FOLDERS } from './scope.ts';
import { filesWithWords, type SearchTree, searchTree } from './search-tree.ts';
import { openSearchedPlace, type SearchedPlace } from './searched-place.ts';

/** Searches as one call may make them. Paths in answers are relative to the current directory where they are in it. */
export interface SearchEngine {
  /** Files by name. */
  files(path: string, query: FileQuery): Promise<FoundFiles>;
  /** Lines by content. */
  text(path: string, query: TextQuery): Promise<FoundText>;
  /** All files of the root or repository that a place is in, rules of this call left aside: not to be shown as they are. */
  tree(path: string): Promise<SearchTree>;
  /** Files below a directory that hold one of these words, relative to it. */
  filesWithWords(path: string, words: readonly string[]): Promise<string[]>;
}

interface Surroundings {
  /** Toolgate's own directories. */
  readonly hidden: readonly string[];
  readonly home: string;
  /** What the gate makes of a path: links may lead where a person would have been asked. */
  readonly judge: (path: string, access: PathAccess, caller: Owner['caller']) => PathVerdict;
}

interface Owner {
  readonly caller: Pick<Caller, 'cwd' | 'roots'>;
  readonly signal: AbortSignal;
  readonly denied?: DeniedPaths | undefined;
  readonly cut: CutText;
}

/** All searches of a host: the indexes are shared by its agents, and know no more than each of them may see. */
export function createSearch({ hidden, home, judge }: Surroundings) {
  const places = [...hidden, ...SECRET_PLACES.map((place) => join(home, place))];
  const hiddenPaths = new Set(places);
  const indexes = createPathIndexes(
    (path) => hiddenPaths.has(path) || UNSEARCHED_FOLDERS.includes(basename(path).toLowerCase()),
  );
  return {
    forCall: ({ caller, signal, denied, cut }: Owner): SearchEngine => {
      const reach = {
        ...caller,
        denied,
        judge: (path: string, access: PathAccess) => judge(path, access, caller),
      };
      const means = { indexes, hidden: [...places, ...(denied?.places ?? [])], signal, denied, cut };
      const open = (path: string): SearchedPlace =>
        openSearchedPlace(resolveFrom(caller.cwd, path), reach, hidden);
      return {
        files: (path, query) =>
          using(open(path), async (place) => {
            const found = await findFiles(place, query, means);
            return { ...found, files: found.files.map(namedFor(caller, place)) };
          }),
        text: (path, query) =>
          using(open(path), async (place) => {
            const found = await findText(place, query, means);
            const named = namedFor(caller, place);
            return {
              ...found,
              matches: found.matches.map((match) => ({ ...match, path: named(match.path) })),
            };
          }),
        tree: (path) =>
          using(open(path), (place) =>
            using(open(place.indexed), (top) => searchTree(place, top, { ...means, denied: undefined })),
          ),
        filesWithWords: (path, words) => using(open(path), (place) => filesWithWords(place, words, means)),
      };
    },
    close: () => indexes.close(),
  };
}

async function using<T>(place: SearchedPlace, act: (place: SearchedPlace) => Promise<T>): Promise<T> {
  try {
    return await act(place);
  } finally {
    place.close();
  }
}

/** The shortest path that the same caller can hand to another tool. */
function namedFor({ cwd }: Pick<Caller, 'cwd'>, { path: searched, isFolder }: SearchedPlace) {
  const named = cwd !== undefined && isInside(searched, [cwd]) ? relative(cwd, searched) : searched;
  if (!isFolder) return () => named;
  const prefix = named === '' || named.endsWith('/') ? named : `${named}/`;
  return (path: string): string => prefix + path;
}
