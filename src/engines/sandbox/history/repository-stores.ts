import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isGone, realPath } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { gitDirectoriesOf, gitFileAt } from '../../git/repository/git-links.ts';
import { modulesOf } from '../workspace/git-modules.ts';
import { commonDirectory } from '../workspace/git-places.ts';
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
  /** Where more of them may lie than were looked for, and files of git that may lead to others. */
  readonly unclear: readonly string[];
}

/** A repository without a working tree is known by its HEAD. */
export const isRepository = (path: string): boolean => basename(path) === '.git' || basename(path) === 'HEAD';

export const repositoriesIn = (finds: readonly WorkspaceFinds[]): readonly RepositoryStore[] =>
  finds
    .flatMap((found) => found.protected.filter(isRepository))
    .filter((path) => path.isWellFormed() && (basename(path) === '.git' || hasObjects(dirname(path))))
    .map(storeOf);

/** Each once: working trees share them. */
export const storesOf = (repositories: readonly RepositoryStore[]): string[] => [
  ...new Set(repositories.flatMap(({ stores }) => stores)),
];

/** Other files are called HEAD as well. */
const hasObjects = (directory: string): boolean =>
  ['objects', 'commondir'].some((name) => existsSync(join(directory, name)));

/** Of a repository, what lies in these places. */
export const onlyIn = (places: readonly string[], repository: RepositoryStore): RepositoryStore => ({
  ...repository,
  stores: repository.stores.filter((store) => liesIn(store, places)),
  unclear: repository.unclear.filter((place) => liesIn(place, places)),
});

function liesIn(path: string, places: readonly string[]): boolean {
  try {
    return isInside(realPath(path), places);
  } catch (error) {
    return !isGone(error);
  }
}

function storeOf(dotGit: string): RepositoryStore {
  const directory = basename(dotGit) === 'HEAD' ? dirname(dotGit) : dotGit;
  const known = gitDirectoriesOf(directory);
  const { own, common } = known ?? { own: directory, common: directory };
  const { stores, tooDeep } = modulesOf(common);
  return {
    ...{ dotGit, workTree: dirname(dotGit), common, index: join(own, 'index') },
    stores: [common, ...stores],
    unclear: known ? tooDeep : [...tooDeep, ...leadersOf(directory)],
  };
}

/** By which git might find its way to a repository that nobody looked at. */
const leadersOf = (path: string): string[] => {
  const own = gitFileAt(path);
  if (own === 'odd') return [path];
  return [join(own === 'none' ? path : own.place, 'commondir')];
};

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
  const ownStoresOf = (list: readonly RepositoryStore[]) => [
    ...new Set(list.flatMap((one) => one.stores.filter((store) => isOwnStore(store, one, roots)))),
  ];
  const areOwn = own.every((one) => isOwnStore(one.common, one, roots));
  return { own: ownStoresOf(own), others: ownStoresOf(others), areOwn };
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

/** Stores whose objects a repository borrows. */
export function lenders(gitDir: string): string[] {
  const objects = join(gitDir, 'objects');
  return otherStores(objects).map((other) => resolve(objects, other));
}
