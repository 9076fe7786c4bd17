import { basename, dirname, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { isThere, realPath, shown } from '../../files/open/disk-names.ts';
import { commonDirAt, isGitDirectory } from '../../git/repository/git-links.ts';
import type { Reach } from '../../process/process.ts';
import { configBudget } from '../workspace/git-config-copy.ts';
import { commonDirectory, partsOf, treePartsOf, worktreesOf } from '../workspace/git-places.ts';
import { protectedWays } from '../workspace/protected-ways.ts';
import { findInWorkspace, type WorkspaceFinds } from '../workspace/workspace-index.ts';
import { type OwnState, ownStatesOf, restoreOwn } from './gits-own.ts';
import { type ConfigState, configsOf, restoreConfig, stateOf } from './guarded-configs.ts';
import { harmfulPart, isHarmful } from './harmful-parts.ts';
import { type LedState, ledStateOf, strayedOn } from './led-state.ts';
import { guardedIdentityOf, isDirectory, isReachedByOtherNames, isSameIdentity } from './looks.ts';
import { madeBeyond } from './made-beyond.ts';
import { isSetAside, setAside } from './set-aside.ts';

/** What a directory held before a program could change it: enough to tell afterwards what that program made. */
export interface Baseline {
  readonly roots: readonly string[];
  /** By device and inode: what was there may have been moved away, and something else put in its place. */
  readonly known: readonly (readonly [path: string, identity: string | undefined])[];
  /** Those of them that a repository's configuration names, such as the directory of its hooks, there or not. */
  readonly named?: readonly string[];
  /** Where protected names led. */
  readonly led?: LedState;
  /** Git directories whose parts were looked at. */
  readonly owners: readonly string[];
  /** Where they kept linked working trees. */
  readonly trees?: readonly string[];
  /** Parts of git directories that were not there. */
  readonly missing: readonly string[];
  /** What git itself may change, for runs of git. */
  readonly own?: readonly OwnState[];
  /** Configurations of git, with their texts: git itself may change them, and so may a person meanwhile. */
  readonly configs: readonly ConfigState[];
  /** All that was there was looked at; what was made later may be more than can be. */
  readonly takenAtMs?: number;
}

export async function takeBaseline(
  {
    roots,
    gitDir,
    home,
    mayConfigureGit = false,
  }: Pick<Reach, 'roots' | 'gitDir' | 'mayConfigureGit' | 'home'>,
  before: readonly WorkspaceFinds[],
): Promise<Baseline> {
  const found = before.flatMap(({ protected: places }) => places);
  const repositories = await inTurns(found, (path) => gitDirectoriesOf(path, roots));
  const ways = await protectedWays(before, new Set(repositories), withOthers(roots, repositories), home);
  const owners = [...new Set([...repositories, ...(gitDir === undefined ? [] : [gitDir])])];
  // A mount keeps hooks from being changed there, not under another name.
  const hooks = await inTurns(owners, (owner) => [join(owner, 'hooks')].filter(isReachedByOtherNames));
  const named = [...ways.named, ...hooks];
  const budget = configBudget();
  const seen = [...found, ...named, ...owners, ...before.flatMap(({ unseen }) => unseen)];
  return {
    roots,
    known: await inTurns(seen, (path) => [[path, guardedIdentityOf(path)] as const]),
    named,
    led: await ledStateOf(ways),
    owners,
    trees: await inTurns(owners, worktreesOf),
    own:
      mayConfigureGit || gitDir !== undefined
        ? await inTurns(owners, (owner) => ownStatesOf(owner, owners))
        : [],
    missing: await inTurns(owners, (owner) => partsOf(owner).filter((path) => !isThere(path))),
    configs: await inTurns(new Set(await inTurns(owners, configsOf)), (path) => [stateOf(path, budget)]),
    takenAtMs: Date.now(),
  };
}

/**
 * A mount can keep what is there from being changed, not what is missing from being made: a hook or an agent's
 * settings file that a program made is given another name, before anybody reads it. Answers those names.
 */
export async function setAsideNew(
  baseline: Baseline,
  tell: Reach['onSetAside'] = () => {},
): Promise<readonly string[]> {
  const { roots, owners, missing, named = [], configs, led = { links: [], known: [] } } = baseline;
  const { failed, each } = oneByOne();
  const places = [...roots, ...owners].flatMap(realPaths);
  // One by one: what is set aside for the first may be what the next one led to.
  const strayedFrom = strayedOn(led, withOthers(roots, owners));
  const strayed = await each(led.links, (link) =>
    strayedFrom(link).flatMap((place) => setAside(place, places)),
  );
  const { takenAtMs: madeAfterMs = Date.now() } = baseline;
  const now = await Promise.all(roots.map((root) => findInWorkspace(root, { madeAfterMs })));
  const isNew = newSince(baseline);
  const fresh = (paths: readonly string[]) => each(paths, (path) => (isNew(path) ? [path] : []));
  const found = now.flatMap(({ protected: places }) => places);
  // What else is a repository now is looked through with the rest: a working tree of it is as good.
  const allOwners = [...owners, ...(await each(found, ownDirectoryOf))];
  // First: the rest follows what `.git` files name.
  const own = await each(baseline.own ?? [], (state) => restoreOwn(state, allOwners, places));
  const made = await each(await fresh(found), (path) => harmfulPart(path, allOwners));
  const unseen = await fresh(now.flatMap((found) => found.unseen));
  const hooks = await each(named, (path) => (isThere(path) && isNew(path) ? [path] : []));
  const treesBefore = new Set(baseline.trees);
  const allTrees = await each(owners, worktreesOf);
  const trees = allTrees.filter((tree) => baseline.trees && !treesBefore.has(tree));
  const parts = await each([...missing, ...trees.flatMap(treePartsOf)], (path) =>
    isHarmful(path) ? [path] : [],
  );
  const moved = await each([...new Set([...made, ...parts, ...hooks, ...unseen])], (path) =>
    setAside(path, places),
  );
  const before = new Set(configs.map(([path]) => path));
  const allConfigs = await each(owners, configsOf);
  const newConfigs = allConfigs.filter((path) => !before.has(path));
  const restored = await each(
    [...configs, ...newConfigs.map((path): ConfigState => [path, undefined])],
    (state) => restoreConfig(state, places),
  );
  // Last: what was found in them has another place then.
  const beyond = await each(await madeBeyond(now, roots, madeAfterMs), (path) =>
    isSetAside(path) ? [path] : setAside(path, places),
  );
  const names = [...strayed, ...moved, ...restored, ...own, ...beyond].map(shown);
  // Also where something else could not be looked at, and the run fails for it.
  if (names.length > 0) tell(names);
  if (failed.length > 0) throw notSetAside(failed, names);
  const at = now.findIndex(({ isComplete }) => !isComplete);
  if (at === -1) return names;
  throw new ToolError('TOO_LARGE', `${roots[at]} cannot be read, to look for hooks and settings in it`, {
    hint: 'Look at what was made there before you use it.',
  });
}

/** What one place does must not keep the others from being looked at. */
function oneByOne() {
  const failed: { readonly place: string; readonly error: unknown }[] = [];
  const each = <T extends string | ConfigState | OwnState>(list: readonly T[], work: (one: T) => string[]) =>
    inTurns(list, (one) => {
      try {
        return work(one);
      } catch (error) {
        failed.push({ place: typeof one === 'string' ? one : one[0], error });
        return [];
      }
    });
  return { failed, each };
}

const notSetAside = (
  failed: readonly { readonly place: string; readonly error: unknown }[],
  names: readonly string[],
): ToolError =>
  new ToolError(
    'CONFLICT',
    `Could not be looked at or set aside: ${failed.map(({ place }) => shown(place)).join(', ')}`,
    {
      hint: `It may decide what runs later: look at it before you use the directory.${names.length > 0 ? ` Set aside: ${names.join(', ')}` : ''}`,
      cause: failed[0]?.error,
    },
  );

/** Whether something was not there before, or is not what was there. */
function newSince({ known, owners, own = [] }: Baseline): (path: string) => boolean {
  const before = new Map(known);
  // Git itself may have replaced it: it is judged by its text.
  const isOwn = new Set(own.map(([path]) => path));
  const isSame = (path: string) => isSameIdentity(before.get(path), guardedIdentityOf(path));
  return (path) => {
    // Git itself replaces its HEAD all the time; any directory with one may have become a repository.
    if (basename(path) === 'HEAD') return !owners.includes(dirname(path)) || !isSame(dirname(path));
    return !isOwn.has(path) && !isSame(path);
  };
}

/** The directory of a repository that is itself there, not only named. */
function ownDirectoryOf(path: string): string[] {
  if (basename(path) === 'HEAD') return isGitDirectory(dirname(path)) ? [dirname(path)] : [];
  return basename(path) === '.git' && isDirectory(path) ? [path] : [];
}

/** What is called `.git`, and a repository without a working tree, which is known by its HEAD; with what it shares. */
function gitDirectoriesOf(path: string, roots: readonly string[]): string[] {
  const isHead = basename(path) === 'HEAD';
  if (!path.isWellFormed() || (isHead ? !isGitDirectory(dirname(path)) : basename(path) !== '.git'))
    return [];
  const directory = isHead ? dirname(path) : path;
  // That of a linked working tree may lie outside, and is open nevertheless.
  const shared = commonDirectory(directory);
  if (shared !== undefined) return [directory, shared];
  const common = commonDirAt(directory);
  return typeof common === 'string' || !isInside(common.place, roots)
    ? [directory]
    : [directory, common.place];
}

/** A repository may lie outside of what is open, and belong to a working tree there. */
const withOthers = (roots: readonly string[], repositories: readonly string[]): string[] => [
  ...roots,
  ...repositories.filter((path) => !isInside(path, roots)),
];

function realPaths(path: string): string[] {
  try {
    return [realPath(path)];
  } catch {
    return [];
  }
}
