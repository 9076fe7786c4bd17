import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import { compileGlobs, type PathTest } from '../../core/path/glob.ts';
import { isSecretFile } from '../../core/path/sensitive-paths.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import { distrustedRules } from './distrusted-rules.ts';
import type { PathIndexes } from './path-indexes.ts';
import { type Paths, pathsBelow } from './path-tree.ts';
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
  readonly cut: CutText;
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
  const indexed = await indexedPaths(place, includeIgnored, means);
  const { files, secrets } =
    indexed ?? (await listPaths(place, fits, { includeIgnored, needsFiles: true }, means));
  const { files: first, truncated } = firstOf(files, fits, limit);
  return {
    files: indexed ? first : keepInside(place, first, (path) => path),
    truncated,
    secretFilesSkipped: secrets.filter(fits).length,
  };
}

interface Wanted {
  readonly includeIgnored: boolean;
  /** The files themselves; otherwise only those with secrets, which are few. */
  readonly needsFiles: boolean;
}

/** The paths of a directory that fit, where no index knows them: from ripgrep, and the next time from an index. */
async function listPaths(
  place: SearchedPlace,
  fits: PathTest,
  { includeIgnored, needsFiles }: Wanted,
  { indexes, hidden, signal }: Means,
): Promise<Paths> {
  const { realPath, isInRepository } = place;
  const distrusted = includeIgnored ? [] : await distrustedRules(place, indexes);
  const scope = { folder: realPath, hidden, includeIgnored, isInRepository, distrusted };
  const [files, secrets] = await Promise.all([
    needsFiles ? listFiles(place, scope, fits, signal) : [],
    listFiles(place, { ...scope, isForSecrets: true }, fits, signal),
  ]);
  if (!includeIgnored) indexes.prepare(place.indexed);
  return { files: files.sort(), secrets };
}

/** All paths of a directory, where there is an index that knows them. */
export async function indexedPaths(
  place: SearchedPlace,
  includeIgnored: boolean,
  { indexes }: Means,
): Promise<Paths | undefined> {
  const folder = includeIgnored ? undefined : await indexes.folder(place.indexed, place.realPath);
  return folder && pathsBelow(folder);
}

/** All paths of a directory, ignored ones left out. */
export const pathsOf = async (place: SearchedPlace, means: Means): Promise<Paths> =>
  (await indexedPaths(place, false, means)) ??
  listPaths(place, () => true, { includeIgnored: false, needsFiles: true }, means);

/** What the globs ask for, without what a rule refuses. */
export function wantedIn(place: SearchedPlace, globs: readonly string[], { denied }: Means): PathTest {
  const fits = compileGlobs(globs);
  if (!denied) return fits;
  return (path) => fits(path) && !denied.includes(join(place.realPath, path));
}

/** How many files of this directory fit, if they are wanted, and how many of those that hold secrets. */
export async function countFiles(
  place: SearchedPlace,
  fits: PathTest,
  { indexed, ...wanted }: Wanted & { readonly indexed: Paths | undefined },
  means: Means,
): Promise<{ files: number | undefined; secrets: number }> {
  const { files, secrets } = indexed ?? (await listPaths(place, fits, wanted, means));
  return {
    files: wanted.needsFiles ? files.filter(fits).length : undefined,
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
