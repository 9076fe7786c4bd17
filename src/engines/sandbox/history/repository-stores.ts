import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { modulesOf } from '../workspace/git-modules.ts';
import { repositoryAt } from '../workspace/git-named-places.ts';
import { commonDirectory } from '../workspace/git-places.ts';
import { readIfSmall } from '../workspace/read-if-small.ts';
import type { WorkspaceFinds } from '../workspace/workspace-index.ts';

/** A repository in the open directories. */
export interface RepositoryStore {
  /** What it is known by: `.git`, or the HEAD of one without a working tree. */
  readonly dotGit: string;
  /** Where its files are. */
  readonly workTree: string;
  /** Where git keeps what all working trees share. */
  readonly common: string;
  readonly index: string;
  /** That, and the repositories of its submodules. */
  readonly stores: readonly string[];
  /** Where more of them may lie than were looked for. */
  readonly tooDeep: readonly string[];
}

/** A repository without a working tree is known by its HEAD. */
export const isRepository = (path: string): boolean => basename(path) === '.git' || basename(path) === 'HEAD';

export const repositoriesIn = (finds: readonly WorkspaceFinds[]): readonly RepositoryStore[] =>
  finds.flatMap((found) => found.protected.filter(isRepository)).map(storeOf);

function storeOf(dotGit: string): RepositoryStore {
  const { common, index } = placesOf(dotGit);
  const { stores, tooDeep } = modulesOf(common);
  return { dotGit, workTree: dirname(dotGit), common, index, stores: [common, ...stores], tooDeep };
}

function placesOf(dotGit: string): { common: string; index: string } {
  if (basename(dotGit) === 'HEAD') return { common: dirname(dotGit), index: join(dirname(dotGit), 'index') };
  const [, own] = /^gitdir:\s*(.*?)\s*$/m.exec(readIfSmall(dotGit) ?? '') ?? [];
  const directory = own === undefined ? dotGit : resolve(dirname(dotGit), own);
  return { common: repositoryAt(dotGit).gitDir, index: join(directory, 'index') };
}

/** More repositories than these are looked at only where a command runs in them or names them. */
const MOST_AT_ONCE = 6;

/** Those whose history a command may ask for; the first ones are those it runs in. */
export function concernedBy(
  repositories: readonly RepositoryStore[],
  { cwd, words, roots }: { readonly cwd: string; readonly words: string; readonly roots: readonly string[] },
): { readonly own: readonly string[]; readonly others: readonly string[]; readonly areOwn: boolean } {
  const own = repositories.filter(({ workTree }) => isInside(cwd, [workTree]));
  const others = repositories.filter(
    ({ workTree }) => repositories.length <= MOST_AT_ONCE || words.includes(basename(workTree)),
  );
  const storesOf = (list: readonly RepositoryStore[]) => [
    ...new Set(list.flatMap((one) => one.stores.filter((store) => isOwnStore(store, one, roots)))),
  ];
  const areOwn = own.every((one) => isOwnStore(one.common, one, roots));
  return { own: storesOf(own), others: storesOf(others), areOwn };
}

/**
 * Whether what a repository says of its place is so, and lies in the open directories: a file that names another place,
 * a link or a list of other stores could bring somebody else's objects into sight.
 */
function isOwnStore(store: string, { dotGit }: RepositoryStore, roots: readonly string[]): boolean {
  try {
    const objects = realpathSync(join(store, 'objects'));
    const open = roots.map((root) => realpathSync(root));
    const place = basename(dotGit) === '.git' ? commonDirectory(dotGit) : undefined;
    const within = place === undefined ? open : [...open, place];
    return (
      isInside(realpathSync(store), within) &&
      objects === join(realpathSync(store), 'objects') &&
      otherStores(objects).every((other) => isInside(realpathSync(resolve(objects, other)), within))
    );
  } catch {
    return false;
  }
}

const otherStores = (objects: string): string[] =>
  (readIfSmall(join(objects, 'info/alternates')) ?? '').split('\n').filter((line) => /^[^#]/.test(line));
