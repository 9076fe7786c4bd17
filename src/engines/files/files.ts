import { resolveFrom } from '../../core/paths.ts';
import { type Listing, type ListOptions, listDirectory } from './list.ts';
import { type ReadFile, type ReadOptions, readFile } from './read.ts';

/** Files as one call may reach them: every path is checked on the opened descriptor against the roots. */
export interface FilesEngine {
  read(path: string, options: ReadOptions): ReadFile;
  list(path: string, options: ListOptions): Listing;
}

interface FilesCapability {
  readonly roots: readonly string[];
  /** Where relative paths start. */
  readonly cwd: string | undefined;
}

export const createFiles = ({ roots, cwd }: FilesCapability): FilesEngine => ({
  read: (path, options) => readFile(resolveFrom(cwd, path), roots, options),
  list: (path, options) => listDirectory(resolveFrom(cwd, path), roots, options),
});
