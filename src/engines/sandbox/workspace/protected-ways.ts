import { basename } from 'node:path';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { namedByGit, repositoryAt } from './git-named-places.ts';
import { createFollower, type Led } from './led-to.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** What is protected in open directories though its name does not say so. */
export interface ProtectedWays extends Led {
  /** Places that the configurations of repositories name, there or not. */
  readonly named: readonly string[];
}

/** By what was found in open directories, and by the configurations of repositories. */
export async function protectedWays(
  finds: readonly Pick<WorkspaceFinds, 'protected' | 'linked' | 'isComplete'>[],
  dotGits: Iterable<string>,
  roots: readonly string[],
  home?: string,
): Promise<ProtectedWays> {
  const follower = createFollower(roots);
  await inTurns(
    // Where a walk was cut off, it may not have come to what lies in a protected directory that it saw.
    finds.flatMap((found) => [...found.linked, ...(found.isComplete ? [] : found.protected.filter(isNoGit))]),
    (name) => {
      follower.follow(name);
      return [];
    },
  );
  const byGit = await inTurns(dotGits, (path) => [namedByGit(repositoryAt(path), roots, home)]);
  const all = [follower.found(), ...byGit];
  return {
    named: byGit.flatMap(({ named }) => named),
    links: [...new Set(all.flatMap(({ links }) => links))],
    places: [...new Set(all.flatMap(({ places }) => places))],
  };
}

const isNoGit = (path: string): boolean => !/^(\.git|HEAD)$/.test(basename(path));
