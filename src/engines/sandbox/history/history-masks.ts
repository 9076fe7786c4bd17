import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isGitsOwn } from '../../../core/path/git-content.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { entriesIn, isGone, isThere, onDisk } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import type { Reach } from '../../process/process.ts';
import { existing } from '../workspace/existing-places.ts';
import { fewWorktreesOf } from '../workspace/git-places.ts';
import { harmfulSettings } from '../workspace/harmless-git-config.ts';
import { type Mask, masksOver } from '../workspace/masks.ts';
import { replacesSecrets } from './clean-objects.ts';
import { type RepositoryStore, storesOf } from './repository-stores.ts';

/**
 * What keeps committed secrets out of a run that may see none: in place of a repository's objects there is a copy without
 * them, or nothing, and what else lies in git's directories beside what git itself keeps there is not shown.
 */
export async function historyMasks(
  repositories: readonly RepositoryStore[],
  { history, cleanObjects = new Map() }: Pick<Reach, 'history' | 'cleanObjects'>,
): Promise<Mask[]> {
  const stores = storesOf(repositories);
  // Git alone, judged by what it prints: then it must not start what the configuration names.
  const isShown =
    history === 'as it is' &&
    (await inTurns(stores, (store) => (startsNothing(store) ? [] : [store]))).length === 0;
  const objects = await inTurns(stores, (store) => {
    const clean = cleanObjects.get(store);
    if (isShown && clean === undefined) return [];
    const { directories } = existing([join(store, 'objects')]);
    return directories.map((place) => objectsMask(place, clean));
  });
  const unclear = new Set(repositories.flatMap((repository) => repository.unclear));
  const strangers = await inTurns(stores, strangersOf);
  return [
    ...objects,
    ...(await inTurns(strangers, strangerMasks)),
    ...(await inTurns(unclear, (place) => masksOver(existing([place])))),
  ];
}

const objectsMask = (place: string, clean: string | undefined): Mask => ({
  ...{ place, isDirectory: true },
  ...(clean !== undefined && { copy: () => clean }),
  isHarmless: () => (clean === undefined ? isEmptyStore(place) : !replacesSecrets(clean)),
});

/** A repository that was just made. */
const isEmptyStore = (objects: string): boolean =>
  placesIn(objects, (name) => name !== 'info' && name !== 'pack').length === 0 &&
  placesIn(join(objects, 'pack'), () => true).length === 0 &&
  !isThere(join(objects, 'info/alternates'));

const strangerMasks = (path: string): Mask[] =>
  masksOver(existing([path]), { isHarmless: () => (isMessage(path) ? !holdsChange(path) : isEmpty(path)) });

const isMessage = (path: string): boolean => /_EDITMSG$/.test(path);

/** With `git commit -v` the change stands below the message, after a line that says where to cut. */
function holdsChange(path: string): boolean {
  const text = readIfSmall(path);
  return text === undefined || /^diff |- >8 -+$/m.test(text);
}

function isEmpty(path: string): boolean {
  try {
    const stats = statSync(onDisk(path), { throwIfNoEntry: false });
    if (stats?.isDirectory()) return entriesIn(path).length === 0;
    return stats === undefined || (stats.isFile() && stats.size === 0);
  } catch (error) {
    return isGone(error);
  }
}

/** Objects are replaced; while a rebase goes on, git keeps its state beside patches. */
const STATE = /^(objects|rebase-merge|rebase-apply|sequencer|next-index-\d+\.lock)$/;
/** Patches in plain text, while a rebase goes on. */
const PATCHES = ['rebase-merge/patch', 'rebase-apply/patch', 'rebase-apply/final-commit'];

/** Each linked working tree has its own state in the repository. */
const strangersOf = (store: string): string[] => [
  ...strangersIn(store),
  ...placesIn(join(store, 'info'), (name) => !INFO.test(name)),
  ...fewWorktreesOf(store).trees.flatMap(strangersIn),
];

/** Git writes the next state of a file beside it; that of a configuration is masked like the configuration. */
const unlocked = (name: string): string => name.replace(/\.lock$/, '');

const INFO = /^(exclude|attributes|grafts|refs|sparse-checkout)$/;

const strangersIn = (store: string): string[] => [
  ...placesIn(store, (name) => !isGitsOwn(unlocked(name)) && !STATE.test(name)),
  ...PATCHES.map((name) => join(store, name)),
  ...placesIn(join(store, 'rebase-apply'), (name) => /^\d+$/.test(name)),
];

/** Each is a mount. */
const MOST_IN_ONE = 500;

/** All of a directory that cannot be listed, or that holds too many. */
function placesIn(directory: string, isMeant: (name: string) => boolean): string[] {
  try {
    const meant = entriesIn(directory).filter(({ name }) => isMeant(name));
    return meant.length > MOST_IN_ONE ? [directory] : meant.map(({ name }) => join(directory, name));
  } catch (error) {
    return isGone(error) ? [] : [directory];
  }
}

/**
 * What git starts when it only looks: hooks run when something is changed, editors and helpers when something is asked,
 * aliases under names of their own, and a pager at a terminal; none of that happens here.
 */
const RUNS_ON_READ =
  /fsmonitor(?!\s*=\s*(true|false)\s*$)|textconv|external|filter|include|showsignature|gpg|smudge|process|^diff\0|^\[cannot/i;

const startsNothing = (store: string): boolean => {
  const more = join(store, 'config.worktree');
  const texts = [readIfSmall(join(store, 'config')), existsSync(more) ? readIfSmall(more) : ''];
  return texts
    .flatMap((text) => harmfulSettings(text ?? '[cannot be read]'))
    .every((setting) => !RUNS_ON_READ.test(setting));
};
