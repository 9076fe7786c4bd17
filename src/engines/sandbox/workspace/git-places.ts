import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { readIfSmall } from './read-if-small.ts';

/** A repository, as a sandbox mounts it. */
export interface GitPlace {
  /** The `.git` of the working tree: a directory, or a file that names one. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Where git keeps the repository, if that lies outside the roots and really belongs to this working tree. */
  readonly elsewhere?: string;
  /** What is there and must not be changed. */
  readonly fixed: readonly string[];
}

export function gitPlace(path: string, roots: readonly string[]): GitPlace | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { path, isDirectory: true, fixed: fixedIn(path) };
  if (!stats?.isFile()) return undefined;
  const elsewhere = commonDirectory(path);
  // What lies inside a root is there anyway; what an agent could have written there proves nothing.
  if (elsewhere === undefined || isInside(elsewhere, roots))
    return { path, isDirectory: false, fixed: [path] };
  return { path, isDirectory: false, elsewhere, fixed: [path, ...fixedIn(elsewhere)] };
}

/** Parts of a repository that name programs, files, or another repository. */
export const GIT_PARTS = [
  'hooks',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'info/attributes',
  'info/grafts',
  'modules',
  // Remotes as git kept them long ago: it still reads them.
  'remotes',
  'branches',
  'objects/info/alternates',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
];

const fixedIn = (gitDir: string): string[] =>
  [...GIT_PARTS, ...worktreeParts(gitDir)]
    .map((place) => join(gitDir, place))
    .filter((place) => statSync(place, { throwIfNoEntry: false }) !== undefined);

/** The same of each linked working tree. */
export function worktreeParts(gitDir: string): string[] {
  return worktreeNames(gitDir).flatMap((name) =>
    ['commondir', 'gitdir', 'config.worktree'].map((part) => `worktrees/${name}/${part}`),
  );
}

export const worktreeNames = (gitDir: string): string[] => namesIn(join(gitDir, 'worktrees'));

/**
 * The repository of a linked working tree. Anybody can write a file that names a directory, so both must name each
 * other, and the repository must be one, with the working tree where git itself puts it.
 */
export function commonDirectory(gitFile: string): string | undefined {
  const gitDir = targetOf(gitFile, /^gitdir: /);
  if (gitDir === undefined || targetOf(join(gitDir, 'gitdir')) !== gitFile) return undefined;
  const common = targetOf(join(gitDir, 'commondir'));
  if (common === undefined || real(gitDir) !== gitDir || real(common) !== common) return undefined;
  const isItsWorktree = dirname(gitDir) === join(common, 'worktrees') && basename(gitDir) !== '';
  const isRepository = ['HEAD', 'objects', 'refs'].every((name) => real(join(common, name)) !== undefined);
  return isItsWorktree && isRepository ? common : undefined;
}

function targetOf(file: string, prefix = /^/): string | undefined {
  const line = readIfSmall(file)?.split('\n')[0]?.trim();
  return line === undefined || line === '' ? undefined : resolve(dirname(file), line.replace(prefix, ''));
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : [];
  } catch {
    return [];
  }
}
