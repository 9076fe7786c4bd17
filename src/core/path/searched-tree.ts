/** A directory whose files a search opens, and which of them. */
export interface SearchedTree {
  /** Absolute; a file stands for itself. */
  readonly path: string;
  /** Names that begin with a dot as well. */
  readonly isHiddenToo: boolean;
  /** What git ignores as well. */
  readonly isIgnoredToo: boolean;
  /** It goes where links lead. */
  readonly followsLinks: boolean;
  /** In the words of ripgrep; what one with `!` takes out counts as searched all the same. */
  readonly globs: readonly string[];
  /** Files that none of the globs name are left out. */
  readonly isOnlyNamed: boolean;
  /** How many directories deep; 1 is the files of the directory itself. */
  readonly depth: number;
}

/** All of a directory, as `grep -r` takes it. */
export const wholeTree = (path: string): SearchedTree => ({
  path,
  isHiddenToo: true,
  isIgnoredToo: true,
  followsLinks: false,
  globs: [],
  isOnlyNamed: false,
  depth: Number.POSITIVE_INFINITY,
});

/** Files in searched directories that are not read without a question. */
export interface SeenSecrets {
  /** Absolute; the first few of them. */
  readonly paths: readonly string[];
  /** How many directories were looked at, where that were not all. */
  readonly cutAfter?: number;
}
