import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { entriesIn, isGone, isThere, onDisk } from '../../files/open/disk-names.ts';
import { commonDirAt, gitFileAt, workTreeFileAt } from '../../git/repository/git-links.ts';

/** A repository, as a sandbox mounts it. */
export interface GitPlace {
  /** The `.git` of the working tree: a directory, or a file that names one. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Where git keeps the repository, if that lies outside the roots and really belongs to this working tree. */
  readonly elsewhere?: string;
  /** What is there and must not be changed. */
  readonly fixed: () => readonly string[];
}

export function gitPlace(path: string, roots: readonly string[]): GitPlace | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { path, isDirectory: true, fixed: () => fixedIn(path) };
  if (!stats?.isFile()) return undefined;
  const elsewhere = commonDirectory(path);
  // What lies inside a root is there anyway; what an agent could have written there proves nothing.
  if (elsewhere === undefined || isInside(elsewhere, roots))
    return { path, isDirectory: false, fixed: () => [path] };
  return { path, isDirectory: false, elsewhere, fixed: () => [path, ...fixedIn(elsewhere)] };
}

/** Parts of a repository that name programs, files, or another repository. */
const GIT_PARTS = [
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

/** What it says that it shares with others decides as much. */
function fixedIn(gitDir: string): string[] {
  const common = commonDirAt(gitDir);
  const directories = typeof common === 'string' ? [gitDir] : [gitDir, common.place];
  return directories.flatMap(partsOf).filter(isThere);
}

/** What git itself changes while it makes working trees, rebases and sets remotes: not read-only for git. */
export const CHANGED_BY_GIT =
  /\/(worktrees\/[^/]+\/\w+|config(\.worktree)?|rebase-merge|rebase-apply|sequencer)$/;

/** Of a repository and of its linked working trees, there or not; of very many of these their directory as a whole. */
export function partsOf(gitDir: string): string[] {
  const { trees, tooMany } = fewWorktreesOf(gitDir);
  return [...GIT_PARTS.map((part) => join(gitDir, part)), ...trees.flatMap(treePartsOf), ...tooMany];
}

/** Those of them that may be links, or hold some: what lies in `modules` are repositories of their own. */
export const settingsOf = (gitDir: string): string[] =>
  partsOf(gitDir).filter((part) => basename(part) !== 'modules');

/** Git keeps the submodules of a working tree there when it makes one. */
export const treePartsOf = (tree: string): string[] =>
  GIT_PARTS.filter((part) => part !== 'modules').map((part) => join(tree, part));

/** Where git keeps what belongs to each linked working tree. */
export const worktreesOf = (gitDir: string): string[] =>
  worktreeNames(gitDir).map((name) => join(gitDir, 'worktrees', name));

const MOST_TREES = 300;

/** The same for a look at what they hold; where there are too many, their directory is out of sight as a whole. */
export const fewWorktreesOf = (gitDir: string): { readonly trees: string[]; readonly tooMany: string[] } => {
  const trees = worktreesOf(gitDir);
  return trees.length > MOST_TREES
    ? { trees: [], tooMany: [join(gitDir, 'worktrees')] }
    : { trees, tooMany: [] };
};

/** Whether a directory is where a repository keeps one of its own working trees. */
export function isOwnTree(tree: string): boolean {
  const common = commonDirAt(tree);
  return (
    typeof common !== 'string' &&
    dirname(tree) === join(common.place, 'worktrees') &&
    workTreeFileAt(tree) !== 'odd'
  );
}

/**
 * The repository of a linked working tree. Anybody can write a file that names a directory, so both must name each
 * other, and the repository must be one, with the working tree where git itself puts it.
 */
export function commonDirectory(gitFile: string): string | undefined {
  const own = gitFileAt(gitFile);
  if (typeof own === 'string' || real(own.place) !== own.place || !isOwnTree(own.place)) return undefined;
  const [back, common] = [workTreeFileAt(own.place), commonDirAt(own.place)];
  if (typeof back === 'string' || back.place !== gitFile || typeof common === 'string') return undefined;
  const isRepository = ['HEAD', 'objects', 'refs'].every(
    (name) => real(join(common.place, name)) !== undefined,
  );
  return isRepository && real(common.place) === common.place ? common.place : undefined;
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function worktreeNames(gitDir: string): string[] {
  try {
    const directory = join(gitDir, 'worktrees');
    return lstatSync(onDisk(directory)).isDirectory() ? entriesIn(directory).map(({ name }) => name) : [];
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}
