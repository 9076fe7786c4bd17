import { basename, dirname } from 'node:path';
import { isGitDirectory } from '../../git/repository/git-links.ts';
import { isRepository, onlyIn, type RepositoryStore, repositoriesIn } from '../history/repository-stores.ts';
import { type GitPlace, gitPlace } from './git-places.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** The repositories in the open directories. */
export interface GitView {
  readonly repositories: readonly GitPlace[];
  /** Git could not be told of these: they stay as they are, and out of sight. */
  readonly nameless: readonly string[];
  /** The open directories, and where their repositories lie elsewhere. */
  readonly visible: readonly string[];
  /** Where the history is kept, as far as it is visible. */
  readonly stores: () => readonly RepositoryStore[];
}

export function gitView(roots: readonly string[], finds: readonly WorkspaceFinds[]): GitView {
  const dotGits = finds
    .flatMap((found) => found.protected.filter(isRepository))
    .map((path) => (basename(path) === 'HEAD' ? dirname(path) : path))
    .filter((path) => basename(path) === '.git' || isGitDirectory(path));
  const repositories = dotGits
    .filter((path) => path.isWellFormed())
    .flatMap((path) => gitPlace(path, roots) ?? []);
  // A `.git` file may name any directory; what this run does not see must not come into sight by being cleaned.
  const visible = [...roots, ...repositories.flatMap(({ elsewhere }) => elsewhere ?? [])];
  return {
    repositories,
    nameless: dotGits.filter((path) => !path.isWellFormed()),
    visible,
    stores: () => repositoriesIn(finds).map((one) => onlyIn(visible, one)),
  };
}
