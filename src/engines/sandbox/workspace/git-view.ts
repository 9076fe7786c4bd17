import { basename, dirname } from 'node:path';
import { inTurns } from '../../../core/timing/in-turns.ts';
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
  readonly stores: () => Promise<readonly RepositoryStore[]>;
}

export async function gitView(roots: readonly string[], finds: readonly WorkspaceFinds[]): Promise<GitView> {
  const named = finds.flatMap((found) => found.protected.filter(isRepository));
  const dotGits = await inTurns(named, (path) => {
    const place = basename(path) === 'HEAD' ? dirname(path) : path;
    return basename(place) === '.git' || isGitDirectory(place) ? [place] : [];
  });
  const repositories = await inTurns(dotGits, (path) => {
    const place = path.isWellFormed() ? gitPlace(path, roots) : undefined;
    return place ? [place] : [];
  });
  // A `.git` file may name any directory; what this run does not see must not come into sight by being cleaned.
  const visible = [...roots, ...repositories.flatMap(({ elsewhere }) => elsewhere ?? [])];
  return {
    repositories,
    nameless: dotGits.filter((path) => !path.isWellFormed()),
    visible,
    stores: async () => onlyIn(visible, await repositoriesIn(finds)),
  };
}
