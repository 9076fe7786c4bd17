import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { nearestExisting } from '../../files/open/real-path.ts';
import { locateRepository } from '../repository/locate-repository.ts';
import { realParentOf } from '../repository/real-parent.ts';
import { findRepository, type Repository, withWorkingTree } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import { type Git, openGit } from '../run/run-git.ts';
import { readStatus } from './status.ts';
import { readWorktrees, type Worktree } from './worktrees.ts';

/** What would go. */
export interface WorktreeRemoval {
  readonly path: string;
  readonly branch: string | null;
  /** Uncommitted work, as `git status --porcelain` prints it. */
  readonly raw: string;
  /** Its directory is gone already; only git still knows of it. */
  readonly isGone: boolean;
}

export interface RemovedWorktree {
  readonly path: string;
  readonly branch: string | null;
}

export async function planRemoval(path: string, capability: GitCapability): Promise<WorktreeRemoval> {
  if (!existsSync(path)) {
    const { found } = await findGone(path, capability);
    return { path: found.path, branch: found.branch, raw: '', isGone: true };
  }
  const { root, branch, raw } = await readStatus(
    withWorkingTree(await locateRepository(path, capability)),
    capability,
  );
  return { path: root, branch, raw, isGone: false };
}

/** Removes a linked working tree, or what git remembers of one that is gone; the branch stays. */
export async function removeWorktree(
  path: string,
  { force }: { readonly force: boolean },
  capability: GitCapability,
): Promise<RemovedWorktree> {
  const { git, found, changes } = existsSync(path)
    ? await findLinked(path, capability)
    : await findGone(path, capability);
  if (!force) checkRemovable(found, changes);
  // Forced twice, it goes even if it is locked.
  const forced = force ? ['--force', '--force'] : [];
  await git(['worktree', 'remove', ...forced, '--end-of-options', found.path], { isChange: true });
  return { path: found.path, branch: found.branch };
}

interface Removable {
  /** In the common directory: the worktree that goes must not be the one git stands in. */
  readonly git: Git;
  readonly found: Worktree;
  readonly changes: readonly string[];
}

async function findLinked(path: string, capability: GitCapability): Promise<Removable> {
  const tree = withWorkingTree(await locateRepository(path, capability));
  const { raw } = await readStatus(tree, capability);
  const git = await openGit(fromCommonDir(tree), capability);
  const found = (await readWorktrees(git, tree)).find((worktree) => worktree.path === tree.top);
  if (!found || found.isMain || found.isBare) {
    throw new ToolError('CONFLICT', `${tree.top} is the main working tree; only linked ones can be removed`, {
      hint: 'list_worktrees shows which are linked.',
    });
  }
  return { git, found, changes: raw.split('\n').filter((line) => line !== '') };
}

/** A directory that is gone says no more whose it was: a repository above it or beside it must know it. */
async function findGone(path: string, capability: GitCapability): Promise<Removable> {
  const place = realParentOf(path);
  if (!isInside(place, capability.roots)) throw outsideRoot(path, capability.roots);
  for (const repository of repositoriesNear(nearestExisting(place), capability)) {
    const git = await openGit(fromCommonDir(repository), capability);
    const found = (await readWorktrees(git, repository)).find(
      (worktree) => worktree.path === place && !worktree.isMain,
    );
    if (found) return { git, found, changes: [] };
  }
  throw new ToolError('NOT_FOUND', `${path} does not exist, and git knows no worktree there`, {
    hint: 'list_worktrees shows them.',
  });
}

const MOST_BESIDE = 200;

/** The one above, and those in the same directory, where worktrees are often put. */
function repositoriesNear(directory: string, { roots, cwd }: GitCapability): Repository[] {
  const beside = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, '.git')))
    .slice(0, MOST_BESIDE)
    .map((entry) => join(directory, entry.name));
  const found = [directory, ...(cwd === undefined ? [] : [cwd]), ...beside].flatMap((place) => {
    try {
      return [findRepository(place, roots)];
    } catch {
      // None, or none that is open.
      return [];
    }
  });
  return found.filter(({ commonDir }, i) => found.findIndex((other) => other.commonDir === commonDir) === i);
}

const fromCommonDir = (repository: Repository): Repository => ({
  ...repository,
  top: undefined,
  gitDir: repository.commonDir,
});

function checkRemovable({ path, locked, lockReason }: Worktree, changes: readonly string[]): void {
  if (changes.length > 0) {
    throw new ToolError('CONFLICT', `${path} holds uncommitted work: ${changes.slice(0, 20).join(', ')}`, {
      hint: 'Commit or stash it first; force deletes it for good.',
    });
  }
  if (locked)
    throw new ToolError('CONFLICT', `${path} is locked${lockReason === undefined ? '' : `: ${lockReason}`}`, {
      hint: 'A person unlocks it with git worktree unlock; force removes it all the same.',
    });
}
