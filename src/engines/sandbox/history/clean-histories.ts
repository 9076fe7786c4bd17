import { relative } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { findInWorkspace } from '../workspace/workspace-index.ts';
import { cleanObjects } from './clean-objects.ts';
import { concernedBy, type RepositoryStore, repositoriesIn } from './repository-stores.ts';

interface Command {
  readonly cwd: string;
  /** All it says: a repository may be named in it. */
  readonly words: string;
  readonly roots: readonly string[];
  /** Files and directories that a rule refuses. */
  readonly hidden?: readonly string[];
}

/** For each repository that a command may ask, where its objects are without secrets; none where there is no such copy. */
export async function cleanHistories(
  { hidden = [], ...command }: Command,
  scratch: string,
): Promise<ReadonlyMap<string, string>> {
  const repositories = await repositoriesIn(
    await Promise.all(command.roots.map((root) => findInWorkspace(root))),
  );
  const { own, others } = concernedBy(repositories, command);
  const found = new Map<string, string>();
  for (const store of new Set([...own, ...others])) {
    const objects = await cleanObjects(store, scratch, withheldIn(store, repositories, hidden));
    if (objects !== undefined) found.set(store, objects);
  }
  return found;
}

/** Of what is refused, what lies in the working trees of a repository, as the repository names it. */
const withheldIn = (
  store: string,
  repositories: readonly RepositoryStore[],
  hidden: readonly string[],
): string[] =>
  repositories
    .filter(({ common }) => common === store)
    .flatMap(({ workTree }) =>
      hidden.filter((path) => isInside(path, [workTree])).map((path) => relative(workTree, path)),
    )
    .filter((path) => path !== '')
    .sort();

/** Whether the repositories around its directory can be shown without their secrets. */
export async function canShowClean(command: Command, scratch: string): Promise<boolean> {
  const finds = await Promise.all(command.roots.map((root) => findInWorkspace(root)));
  const { own, areOwn } = concernedBy(await repositoriesIn(finds), command);
  if (!areOwn) return false;
  const found = await Promise.all(own.map((store) => cleanObjects(store, scratch)));
  return found.every((objects) => objects !== undefined);
}
