import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { isDirectory, lookAt, realPath } from './git-files.ts';
import { commonDirAt, gitFileAt } from './git-links.ts';
import { checkReach, leadsOut } from './repository-reach.ts';

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
    if (found) {
      checkReach(found, roots);
      return found;
    }
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
  if (real === undefined)
    throw new ToolError('NOT_FOUND', `${path} does not exist`, {
      hint: 'Name a directory of the repository that is there; list_directory shows what there is.',
    });
  return statSync(real).isDirectory() ? real : dirname(real);
}

function repositoryAt(at: string, base: string, roots: readonly string[]): Repository | undefined {
  const entry = lookAt(join(at, '.git'));
  const within = entry && workingTreeAt(at, roots);
  if (within) return { ...within, base };
  // Also where `.git` is there and no repository.
  return isGitDirectory(at, roots) ? aroundGitDirectory(at, base, roots) : undefined;
}

function workingTreeAt(at: string, roots: readonly string[]): Omit<WorkingRepository, 'base'> | undefined {
  const link = gitFileAt(join(at, '.git'));
  // Git stops here too: what lies above is another repository.
  if (link === 'odd') throw brokenLink(at);
  const named = link === 'none' ? join(at, '.git') : link.place;
  const gitDir = realPath(named);
  if (!isInside(gitDir ?? resolve(named), roots)) throw leadsOut(at, named, roots);
  if (link !== 'none' && gitDir === undefined) throw brokenLink(at, named);
  if (gitDir === undefined) return undefined;
  return isGitDirectory(gitDir, roots)
    ? { top: at, gitDir, commonDir: commonDirOf(gitDir, roots) }
    : undefined;
}

/** Inside `.git` the repository is meant that it belongs to, and where it keeps a working tree, that one. */
function aroundGitDirectory(at: string, base: string, roots: readonly string[]): Repository | undefined {
  const top = dirname(at);
  if (basename(at) === '.git' && isInside(top, roots)) return repositoryAt(top, top, roots);
  return { top: undefined, gitDir: at, commonDir: commonDirOf(at, roots), base };
}

const brokenLink = (at: string, named?: string): ToolError =>
  new ToolError(
    'NOT_FOUND',
    named === undefined
      ? `${join(at, '.git')} is not what git keeps there`
      : `${join(at, '.git')} names ${named}, which does not exist`,
    { hint: 'A person can repair it, with git worktree repair or by removing the file.' },
  );

function commonDirOf(gitDir: string, roots: readonly string[]): string {
  const link = commonDirAt(gitDir);
  if (link === 'none') return gitDir;
  if (link === 'odd')
    throw new ToolError('VALIDATION', `${join(gitDir, 'commondir')} is not what git keeps there`, {
      hint: 'A person can repair it, with git worktree repair or by removing the file.',
    });
  const commonDir = realPath(link.place);
  if (!isInside(commonDir ?? link.place, roots)) throw leadsOut(gitDir, link.place, roots);
  return commonDir ?? link.place;
}

/** As git tells: HEAD is its own, the rest may lie in the directory that `commondir` names. */
function isGitDirectory(path: string, roots: readonly string[]): boolean {
  if (lookAt(join(path, 'HEAD')) === undefined) return false;
  const commonDir = commonDirOf(path, roots);
  return isDirectory(join(commonDir, 'objects')) && isDirectory(join(commonDir, 'refs'));
}
