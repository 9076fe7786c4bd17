import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { Reach } from '../../process/process.ts';
import { namedByGit, repositoryAt } from '../workspace/git-named-places.ts';
import { commonDirectory, GIT_PARTS, worktreeParts } from '../workspace/git-places.ts';
import { isHarmlessConfig } from '../workspace/harmless-git-config.ts';
import { readIfSmall } from '../workspace/read-if-small.ts';
import { findInWorkspace, type WorkspaceFinds } from '../workspace/workspace-index.ts';

const SET_ASIDE = '.set-aside';

/** What a directory held before a program could change it: enough to tell afterwards what that program made. */
export interface Baseline {
  readonly roots: readonly string[];
  readonly mayConfigureGit: boolean;
  /** By device and inode: what was there may have been moved away, and something else put in its place. */
  readonly known: readonly (readonly [path: string, identity: string | undefined])[];
  /** Those of them that a repository's configuration names, such as the directory of its hooks, there or not. */
  readonly named?: readonly string[];
  /** Git directories whose parts were looked at. */
  readonly owners: readonly string[];
  /** Parts of git directories that were not there. */
  readonly missing: readonly string[];
  /** Configurations of git, with their texts: git itself may change them, and so may a person meanwhile. */
  readonly configs: readonly (readonly [path: string, text: string | undefined])[];
}

export function takeBaseline(
  {
    roots,
    gitDir,
    home,
    mayConfigureGit = false,
  }: Pick<Reach, 'roots' | 'gitDir' | 'mayConfigureGit' | 'home'>,
  before: readonly WorkspaceFinds[],
): Baseline {
  const found = before.flatMap(({ protected: places }) => places);
  const repositories = found.flatMap(gitDirectoryOf);
  const named = repositories.flatMap((path) => namedByGit(repositoryAt(path), roots, home));
  const known = [...found, ...named].map((path) => [path, identityOf(path)] as const);
  const owners = [...repositories, ...(gitDir === undefined ? [] : [gitDir])];
  return {
    roots,
    mayConfigureGit,
    known,
    named,
    owners,
    missing: owners.flatMap((owner) => GIT_PARTS.map((part) => join(owner, part))).filter(isMissing),
    configs: owners.flatMap(configsOf).map((path) => [path, readIfSmall(path)] as const),
  };
}

/**
 * A mount can keep what is there from being changed, not what is missing from being made: a hook or an agent's
 * settings file that a program made is given another name, before anybody reads it. Answers those names.
 */
export async function setAsideNew({
  roots,
  mayConfigureGit,
  known,
  named = [],
  owners,
  missing,
  configs,
}: Baseline): Promise<readonly string[]> {
  const knownAs = new Map(known);
  const now = await Promise.all(roots.map(findInWorkspace));
  const made = now
    .flatMap((found) => found.protected)
    .filter((path) => knownAs.get(path) !== identityOf(path) && !isPlaceOfConfig(path, mayConfigureGit))
    .flatMap((path) => harmfulPart(path, owners));
  const parts = missing.filter((path) => !isMissing(path) && !isHarmless(path));
  const hooks = named.filter((path) => !isMissing(path) && knownAs.get(path) !== identityOf(path));
  const places = [...roots, ...owners].flatMap(realPaths);
  const moved = [...new Set([...made, ...parts, ...hooks])].flatMap((path) => setAside(path, places));
  const before = new Map(configs);
  const newTrees = owners.flatMap(configsOf).filter((path) => !before.has(path));
  const restored = [...configs, ...newTrees.map((path) => [path, undefined] as const)].flatMap(
    ([path, text]) => restoreConfig(path, text, places),
  );
  const at = now.findIndex(({ isComplete }) => !isComplete);
  if (at === -1) return [...moved, ...restored];
  throw new ToolError('TOO_LARGE', `${roots[at]} has too many directories to look for hooks and settings`, {
    hint: 'Look at what was made there before you use it, and open a smaller directory.',
  });
}

/** Of a `.git` file that git itself may replace when it makes a working tree. */
const isPlaceOfConfig = (path: string, mayConfigureGit: boolean): boolean =>
  mayConfigureGit && basename(path) === '.git' && commonDirectory(path) !== undefined;

/** Undefined where nothing is there. */
export function identityOf(path: string): string | undefined {
  if (isMissing(path)) return undefined;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/** A new repository is what `git init` and `git clone` make; only what would start programs has to go. */
function harmfulPart(path: string, owners: readonly string[]): string[] {
  if (basename(path) === 'HEAD') return isRepository(dirname(path)) ? harmfulIn(dirname(path)) : [];
  if (basename(path) !== '.git') return [path];
  // A new working tree of a repository that was there before.
  if (!isDirectory(path)) return owners.includes(commonDirectory(path) ?? '') ? [] : [path];
  return harmfulIn(path);
}

/** What is called `.git`, and a repository without a working tree, which is known by its HEAD. */
function gitDirectoryOf(path: string): string[] {
  if (basename(path) === '.git') return [path];
  return basename(path) === 'HEAD' && isRepository(dirname(path)) ? [dirname(path)] : [];
}

/** To git, whatever its name is; there is a HEAD in the logs and in the branches of remotes as well. */
const isRepository = (directory: string): boolean =>
  ['objects', 'refs'].every((name) => !isMissing(join(directory, name)));

const harmfulIn = (gitDir: string): string[] =>
  GIT_PARTS.map((part) => join(gitDir, part)).filter((part) => !isMissing(part) && !isHarmless(part));

function isHarmless(path: string): boolean {
  const name = basename(path);
  if (name === 'hooks' && isDirectory(path))
    return readdirSync(path).every((hook) => hook.endsWith('.sample'));
  if (/^(remotes|branches)$/.test(name) && isDirectory(path)) return readdirSync(path).length === 0;
  if (/^config/.test(name)) return isHarmlessConfig(readIfSmall(path) ?? '[cannot be read]');
  // Git makes these while a rebase or a merge stops; an approved git command may leave one.
  return /^(rebase-merge|rebase-apply|sequencer)$/.test(name) && isDirectory(path) && !hasCommands(path);
}

/** Whether a rebase that somebody goes on with would run a program. */
const hasCommands = (directory: string): boolean =>
  ['git-rebase-todo', 'done', 'todo']
    .map((name) => join(directory, name))
    .filter((path) => !isMissing(path))
    // One that is too large to be read may hold anything.
    .some((path) => /^\s*(x|exec)\s/m.test(readIfSmall(path) ?? 'exec '));

function configsOf(gitDir: string): string[] {
  const directory = isDirectory(gitDir) ? gitDir : commonDirectory(gitDir);
  if (directory === undefined) return [];
  const trees = worktreeParts(directory).filter((part) => basename(part) === 'config.worktree');
  return ['config', 'config.worktree', ...trees].map((name) => join(directory, name));
}

/** A git command may set its remotes and branches; what else it wrote there is taken back. */
function restoreConfig(path: string, before: string | undefined, places: readonly string[]): string[] {
  const after = readIfSmall(path);
  if (after === before || isMissing(path)) return [];
  if (after !== undefined && isHarmlessConfig(after, before)) return [];
  return setAside(path, places, before);
}

const isDirectory = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    // In a worktree `.git` is a file: what would lie in it is not there either.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return true;
    throw error;
  }
}

/** One that cannot be given another name is removed: it must not stay where it is. */
function setAside(path: string, places: readonly string[], text?: string): string[] {
  return inDirectory(dirname(path), places, (directory) => {
    const at = join(directory, basename(path));
    const end = isMissing(at + SET_ASIDE) ? SET_ASIDE : `${SET_ASIDE}.${randomUUID()}`;
    try {
      renameSync(at, at + end);
    } catch {
      rmSync(at, { recursive: true, force: true });
      return [`${path} (removed)`];
    }
    if (text !== undefined) writeFileSync(at, text, { flag: 'wx' });
    return [path + end];
  });
}

/**
 * A program that still runs may put a link in the place of a directory: where that leads out of what is open, nothing is
 * renamed. On Linux the directory stays the one that was looked at.
 */
function inDirectory(
  path: string,
  places: readonly string[],
  work: (directory: string) => string[],
): string[] {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    const directory = process.platform === 'linux' ? `/proc/self/fd/${fd}` : path;
    return isInside(realpathSync(directory), places) ? work(directory) : [];
  } finally {
    closeSync(fd);
  }
}

function realPaths(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
