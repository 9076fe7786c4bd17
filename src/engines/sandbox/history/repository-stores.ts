import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { hasText } from '../../../core/text/find-text.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { isGone, realPath } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { gitDirectoriesOf, gitFileAt } from '../../git/repository/git-links.ts';
import { MOST_BORROWED } from '../../git/repository/repository-reach.ts';
import { type Modules, modulesOf } from '../workspace/git-modules.ts';
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

export async function repositoriesIn(finds: readonly WorkspaceFinds[]): Promise<readonly RepositoryStore[]> {
  const places = finds.flatMap((found) => found.protected.filter(isRepository));
  // Working trees share them.
  const modules = new Map<string, Modules>();
  return inTurns(places, (path) =>
    path.isWellFormed() && (basename(path) === '.git' || hasObjects(dirname(path)))
      ? [storeOf(path, modules)]
      : [],
  );
}

/** Each once: working trees share them. */
export const storesOf = (repositories: readonly RepositoryStore[]): string[] => [
  ...new Set(repositories.flatMap(({ stores }) => stores)),
];

/** Other files are called HEAD as well. */
const hasObjects = (directory: string): boolean =>
  ['objects', 'commondir'].some((name) => existsSync(join(directory, name)));

/** Of repositories, what lies in these places. */
export async function onlyIn(
  places: readonly string[],
  repositories: readonly RepositoryStore[],
): Promise<RepositoryStore[]> {
  const parts = new Set(repositories.flatMap(({ stores, unclear }) => [...stores, ...unclear]));
  const seen = new Set(await inTurns(parts, (path) => (liesIn(path, places) ? [path] : [])));
  return inTurns(repositories, (one) => [
    {
      ...one,
      stores: one.stores.filter((store) => seen.has(store)),
      unclear: one.unclear.filter((place) => seen.has(place)),
    },
  ]);
}

function liesIn(path: string, places: readonly string[]): boolean {
  try {
    return isInside(realPath(path), places);
  } catch (error) {
    return !isGone(error);
  }
}

function storeOf(dotGit: string, known: Map<string, Modules>): RepositoryStore {
  const directory = basename(dotGit) === 'HEAD' ? dirname(dotGit) : dotGit;
  const found = gitDirectoriesOf(directory);
  const { own, common } = found ?? { own: directory, common: directory };
  const modules = known.get(common) ?? modulesOf(common);
  known.set(common, modules);
  const { stores, tooMany } = modules;
  return {
    ...{ dotGit, workTree: dirname(dotGit), common, index: join(own, 'index') },
    stores: [common, ...stores],
    unclear: found ? tooMany : [...tooMany, ...leadersOf(directory)],
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

/** Of those that a command names, no more than these are copied before it runs. */
const MOST_NAMED = 20;

/** Those whose history a command may ask for; the first ones are those it runs in. */
export function concernedBy(
  repositories: readonly RepositoryStore[],
  { cwd, words, roots }: { readonly cwd: string; readonly words: string; readonly roots: readonly string[] },
): { readonly own: readonly string[]; readonly others: readonly string[]; readonly areOwn: boolean } {
  const own = repositories.filter(({ workTree }) => isInside(cwd, [workTree]));
  const others = repositories
    .filter(({ workTree }) => repositories.length <= MOST_AT_ONCE || hasText(words, basename(workTree)))
    .slice(0, MOST_NAMED);
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

function otherStores(objects: string): string[] {
  const file = join(objects, 'info/alternates');
  const text = existsSync(file) ? readIfSmall(file) : '';
  if (text === undefined) throw new ToolError('TOO_LARGE', `${file} cannot be read as what git writes there`);
  const places = new Set(text.split('\n').filter((line) => /^[^#]/.test(line)));
  if (places.size <= MOST_BORROWED) return [...places];
  throw new ToolError('TOO_LARGE', `${objects} borrows from more than ${MOST_BORROWED} stores`);
}

/** Stores whose objects a repository borrows. */
export function lenders(gitDir: string): string[] {
  const objects = join(gitDir, 'objects');
  return otherStores(objects).map((other) => resolve(objects, other));
}
