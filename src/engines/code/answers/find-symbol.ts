import { splitName, type Wanted } from '../graph/find-definition.ts';
import type { OpenTree } from '../trees.ts';

export interface SymbolQuery {
  /** `area`, or `Shape.area`. */
  readonly symbol: string;
  /** A file that defines or uses it, or a directory to look in. */
  readonly path: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export const wantedIn = ({ path, isFolder }: OpenTree, { symbol, line }: SymbolQuery): Wanted => ({
  symbol,
  ...(isFolder ? path !== '' && { folder: `${path}/` } : { file: path, line }),
});

/** While the index is being built, the files that hold the name are read first. */
export async function candidatesFor(open: OpenTree, words: readonly string[]): Promise<string[] | undefined> {
  if (open.progress.isReady) return undefined;
  // A module may pass a name on without naming it.
  return open.candidates([...words, ...PASSING_ON]);
}

const PASSING_ON = ['export *', 'export*', 'export type *'];

export const plainNameOf = (symbol: string): string => splitName(symbol)[1];
