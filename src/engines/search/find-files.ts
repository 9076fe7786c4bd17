import { join } from 'node:path';
import type { DeniedPaths } from '../../core/denied-paths.ts';
import { ToolError } from '../../core/errors.ts';
import { compileGlobs, type PathTest } from '../../core/glob.ts';
import { isSecretFile } from '../../core/sensitive-paths.ts';
import type { PathIndexes } from './path-indexes.ts';
import { pathsBelow } from './path-tree.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { ripgrepScope, type ScopeOptions } from './scope.ts';
import type { SearchedPlace } from './searched-place.ts';
import { keepInside } from './still-inside.ts';

export interface FileQuery {
  readonly pattern: string;
  readonly limit: number;
  readonly includeIgnored: boolean;
}

/** Paths relative to the searched directory, sorted. */
export interface FoundFiles {
  readonly files: readonly string[];
  readonly truncated: boolean;
  readonly secretFilesSkipped: number;
}

export interface Means {
  readonly indexes: PathIndexes;
  readonly hidden: readonly string[];
  readonly signal: AbortSignal;
  readonly denied?: DeniedPaths | undefined;
}

/** Files whose path fits a glob: from the index, or from ripgrep where there is none. */
export async function findFiles(
  place: SearchedPlace,
  { pattern, limit, includeIgnored }: FileQuery,
  means: Means,
): Promise<FoundFiles> {
  if (!place.isFolder)
    throw new ToolError('VALIDATION', `${place.path} is not a directory`, { hint: 'Use get_file_info.' });
  const fits = wantedIn(place, [pattern], means);
  const folder = includeIgnored ? undefined : await means.indexes.folder(place.root, place.realPath);
  if (folder) {
    const { files, secrets } = pathsBelow(folder);
    return { ...firstOf(files, fits, limit), secretFilesSkipped: secrets.filter(fits).length };
  }
  const scope = { folder: place.realPath, hidden: means.hidden, includeIgnored };
  const [files, secrets] = await Promise.all([
    listFiles(place, scope, fits, means.signal),
    listFiles(place, { ...scope, isForSecrets: true }, fits, means.signal),
  ]);
  if (!includeIgnored) means.indexes.prepare(place.root);
  const { files: first, truncated } = firstOf(files.sort(), fits, limit);
  return { files: keepInside(place, first, (path) => path), truncated, secretFilesSkipped: secrets.length };
}

/** What the globs ask for, without what a rule refuses. */
export function wantedIn(place: SearchedPlace, globs: readonly string[], { denied }: Means): PathTest {
  const fits = compileGlobs(globs);
  if (!denied) return fits;
  return (path) => fits(path) && !denied.includes(join(place.realPath, path));
}

/** Files of this directory that fit, if they are to be counted, and those of them that hold secrets and are left out. */
export async function countFiles(
  place: SearchedPlace,
  fits: PathTest,
  { includeIgnored, countsWanted }: { includeIgnored: boolean; countsWanted: boolean },
  { indexes, hidden, signal }: Means,
): Promise<{ wanted: number | undefined; secrets: number }> {
  const folder = includeIgnored ? undefined : await indexes.folder(place.root, place.realPath);
  const scope = { folder: place.realPath, hidden, includeIgnored };
  const { files, secrets } = folder
    ? pathsBelow(folder)
    : {
        files: countsWanted ? await listFiles(place, scope, fits, signal) : [],
        secrets: await listFiles(place, { ...scope, isForSecrets: true }, fits, signal),
      };
  if (!folder && !includeIgnored) indexes.prepare(place.root);
  return {
    wanted: countsWanted ? files.filter(fits).length : undefined,
    secrets: secrets.filter(fits).length,
  };
}

async function listFiles(
  { descriptor }: SearchedPlace,
  scope: ScopeOptions,
  fits: PathTest,
  signal: AbortSignal,
): Promise<string[]> {
  const files: string[] = [];
  await runRipgrep({
    args: ['--files', '--null', ...ripgrepScope(scope), './'],
    cwd: descriptor,
    signal,
    separator: '\0',
    onLine: (line) => {
      const path = line.replace(/^\.\//, '');
      // A name that is not text cannot be asked for either.
      if (path.includes('\uFFFD') || isSecretFile(path) !== (scope.isForSecrets ?? false)) return true;
      if (fits(path)) files.push(path);
      return true;
    },
  });
  return files;
}

function firstOf(paths: readonly string[], fits: PathTest, limit: number) {
  const files: string[] = [];
  const isAll = paths.every((path) => !fits(path) || files.push(path) <= limit);
  return { files: files.slice(0, limit), truncated: !isAll };
}
