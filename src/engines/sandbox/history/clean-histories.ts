import { findInWorkspace } from '../workspace/workspace-index.ts';
import { cleanObjects } from './clean-objects.ts';
import { concernedBy, repositoriesIn } from './repository-stores.ts';

interface Command {
  readonly cwd: string;
  /** All it says: a repository may be named in it. */
  readonly words: string;
  readonly roots: readonly string[];
}

/** For each repository that a command may ask, where its objects are without secrets; none where there is no such copy. */
export async function cleanHistories(
  { roots, ...command }: Command,
  scratch: string,
): Promise<ReadonlyMap<string, string>> {
  const { own, others } = concernedBy(repositoriesIn(await Promise.all(roots.map(findInWorkspace))), command);
  const found = new Map<string, string>();
  for (const store of new Set([...own, ...others])) {
    const objects = await cleanObjects(store, scratch);
    if (objects !== undefined) found.set(store, objects);
  }
  return found;
}

/** Whether the repositories around its directory can be shown without their secrets. */
export async function canShowClean({ roots, ...command }: Command, scratch: string): Promise<boolean> {
  const { own } = concernedBy(repositoriesIn(await Promise.all(roots.map(findInWorkspace))), command);
  const found = await Promise.all(own.map((store) => cleanObjects(store, scratch)));
  return found.every((objects) => objects !== undefined);
}
