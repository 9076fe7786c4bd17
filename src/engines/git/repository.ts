import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/paths.ts';

/** A repository whose every part lies inside the roots. */
export interface Repository {
  /** Top of the working tree; undefined in a bare repository. */
  readonly top: string | undefined;
  /** What belongs to this working tree: HEAD, index. */
  readonly gitDir: string;
  /** What all working trees share: objects, refs, config. */
  readonly commonDir: string;
  /** The directory that was asked for; the caller's paths start here. */
  readonly base: string;
}

/** A repository with files to work on. */
export type WorkingRepository = Repository & { readonly top: string };

/**
 * Found by looking, not by asking git: that saves a process, and a link that leads out of the roots
 * is noticed before git follows it.
 */
export function findRepository(path: string, roots: readonly string[]): Repository {
  const base = directoryOf(path, roots);
  for (let at = base; isInside(at, roots); at = dirname(at)) {
    const found = repositoryAt(at, base, roots);
    if (found) return checkParts(found, roots);
    if (dirname(at) === at) break;
  }
  throw new ToolError('NOT_FOUND', `${path} is not in a git repository`, {
    hint: 'Name a directory of a repository; one that begins above the open directories must be opened as a whole.',
  });
}

export function withWorkingTree(repository: Repository): WorkingRepository {
  const { top, gitDir } = repository;
  if (top !== undefined) return { ...repository, top };
  throw new ToolError('CONFLICT', `${gitDir} is a bare repository: it has no files to work on`, {
    hint: 'Use one of its worktrees (list_worktrees), or add one with add_worktree.',
  });
}

function directoryOf(path: string, roots: readonly string[]): string {
  const real = realPath(path);
  if (!isInside(real ?? path, roots)) throw outsideRoot(path, roots);
  if (real === undefined) throw new ToolError('NOT_FOUND', `${path} does not exist`);
  return statSync(real).isDirectory() ? real : dirname(real);
}

function repositoryAt(at: string, base: string, roots: readonly string[]): Repository | undefined {
  const entry = lookAt(join(at, '.git'));
  if (!entry) return isGitDirectory(at) ? { top: undefined, gitDir: at, commonDir: at, base } : undefined;
  const named = entry.isFile() ? readLink(join(at, '.git'), at) : join(at, '.git');
  const gitDir = named === undefined ? undefined : realPath(named);
  if (named !== undefined && !isInside(gitDir ?? resolve(named), roots)) throw leadsOut(at, named, roots);
  if (gitDir === undefined) return undefined;
  const commonDir = commonDirOf(gitDir, roots);
  return isGitDirectory(commonDir) ? { top: at, gitDir, commonDir, base } : undefined;
}

/** Where a `.git` file points: worktrees and submodules have one. */
function readLink(path: string, at: string): string | undefined {
  const [, target] = /^gitdir: (.+?)\r?\n*$/.exec(readSmall(path)) ?? [];
  return target === undefined ? undefined : resolve(at, target);
}

function commonDirOf(gitDir: string, roots: readonly string[]): string {
  const file = join(gitDir, 'commondir');
  if (!lookAt(file)) return gitDir;
  const named = resolve(gitDir, readSmall(file).trimEnd());
  const commonDir = realPath(named);
  if (!isInside(commonDir ?? named, roots)) throw leadsOut(gitDir, named, roots);
  return commonDir ?? named;
}

const isGitDirectory = (path: string): boolean =>
  lookAt(join(path, 'HEAD')) !== undefined &&
  isDirectory(join(path, 'objects')) &&
  isDirectory(join(path, 'refs'));

// What git would open by name; a link among them would show what lies elsewhere.
const SHARED_PARTS = ['config', 'objects', 'objects/pack', 'objects/info', 'refs', 'packed-refs', 'info'];
const OWN_PARTS = ['HEAD', 'index', 'config.worktree', 'logs'];

function checkParts(repository: Repository, roots: readonly string[]): Repository {
  const { gitDir, commonDir } = repository;
  const parts = [
    ...SHARED_PARTS.map((name) => join(commonDir, name)),
    ...OWN_PARTS.map((name) => join(gitDir, name)),
  ];
  for (const part of parts) {
    const real = realPath(part);
    if (real !== undefined && !isInside(real, roots)) throw leadsOut(repository.base, part, roots);
  }
  checkAlternates(join(commonDir, 'objects'), repository, roots, new Set());
  return repository;
}

/** Objects that are borrowed from elsewhere are as readable as our own. */
function checkAlternates(
  objects: string,
  repository: Repository,
  roots: readonly string[],
  seen: Set<string>,
): void {
  if (seen.has(objects)) return;
  seen.add(objects);
  const file = join(objects, 'info/alternates');
  if (!lookAt(file)) return;
  for (const line of readSmall(file).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const named = resolve(objects, line);
    const real = realPath(named);
    if (!isInside(real ?? named, roots)) throw leadsOut(repository.base, named, roots);
    if (real !== undefined) checkAlternates(real, repository, roots, seen);
  }
}

const leadsOut = (from: string, to: string, roots: readonly string[]): ToolError =>
  new ToolError('OUTSIDE_ROOT', `The repository of ${from} reaches outside the open directories: ${to}`, {
    hint: `Open ${basename(to) === 'objects' ? 'the repository it borrows from' : 'the main repository'} too. Open are: ${roots.join(', ')}`,
  });

const SMALL_BYTES = 65_536;

/** These files hold a path or a few; anything else there is not git's. */
function readSmall(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > SMALL_BYTES)
    throw new ToolError('VALIDATION', `${path} is not what git keeps there`);
  return readFileSync(path, 'utf8');
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const lookAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A part of the path is a file, or closed to us: nothing of git's is there.
    return undefined;
  }
};

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
