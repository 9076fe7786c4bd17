import { createHash, hash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGitsOwn } from '../../../core/path/git-content.ts';
import { isInside } from '../../../core/path/paths.ts';
import { entriesIn, isGone } from '../../files/open/disk-names.ts';
import { hashBytes, type TrackedSecrets, trackedSecrets } from '../../git/repository/committed-secrets.ts';
import type { Reach } from '../../process/process.ts';
import { existing, hide } from '../workspace/existing-places.ts';
import { worktreesOf } from '../workspace/git-places.ts';
import { harmfulSettings } from '../workspace/harmless-git-config.ts';
import { readIfSmall } from '../workspace/read-if-small.ts';
import type { RepositoryStore } from './repository-stores.ts';

/**
 * What keeps committed secrets out of a run that may see none. In place of a repository's objects there is a copy
 * without them, or nothing. Where files that look like secrets are tracked, the index says that they did not change, or
 * git would call the hidden ones modified.
 */
export function historyMounts(
  repositories: readonly RepositoryStore[],
  { scratch, history, cleanObjects = new Map() }: Pick<Reach, 'scratch' | 'history' | 'cleanObjects'>,
  visible: readonly string[],
): string[] {
  const stores = [...new Set(repositories.flatMap((repository) => repository.stores))];
  // Git alone, judged by what it prints: then it must not start what the configuration names.
  const isShown = history === 'as it is' && stores.every(startsNothing);
  const objects = stores.flatMap((store) => {
    const place = join(store, 'objects');
    const clean = cleanObjects.get(store);
    if (!existsSync(place) || (isShown && clean === undefined)) return [];
    return clean === undefined ? ['--tmpfs', realpathSync(place)] : ['--ro-bind', clean, realpathSync(place)];
  });
  const indexes = repositories.flatMap(({ common, index }) => {
    const found = trackedSecrets(index, common);
    if (found === undefined || scratch === undefined || !isInside(realpathSync(index), visible)) return [];
    const copy = unchangedCopy(index, found, scratch, hashBytes(common));
    return copy === undefined ? [] : ['--ro-bind', copy, realpathSync(index)];
  });
  const unclear = repositories.flatMap((repository) => repository.unclear);
  return [...indexes, ...objects, ...hide(existing([...stores.flatMap(strangersOf), ...unclear]))];
}

/** Objects are replaced; while a rebase goes on, git keeps its state beside patches. */
const STATE = /^(objects|rebase-merge|rebase-apply|sequencer|index\.lock)$/;
/** Patches in plain text, while a rebase goes on. */
const PATCHES = ['rebase-merge/patch', 'rebase-apply/patch', 'rebase-apply/final-commit'];

/** Each linked working tree has its own state in the repository. */
const strangersOf = (store: string): string[] => [
  ...strangersIn(store),
  ...placesIn(join(store, 'info'), (name) => !INFO.test(name)),
  ...worktreesOf(store).flatMap(strangersIn),
];

const INFO = /^(exclude|attributes|grafts|refs|sparse-checkout)$/;

const strangersIn = (store: string): string[] => [
  ...placesIn(store, (name) => !isGitsOwn(name) && !STATE.test(name)),
  ...PATCHES.map((name) => join(store, name)),
  ...placesIn(join(store, 'rebase-apply'), (name) => /^\d+$/.test(name)),
];

/** All of a directory that cannot be listed. */
function placesIn(directory: string, isMeant: (name: string) => boolean): string[] {
  try {
    return entriesIn(directory)
      .filter(({ name }) => isMeant(name))
      .map(({ name }) => join(directory, name));
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

/** Git's own mark for "take it as unchanged". */
const ASSUME_VALID = 0x80;

function unchangedCopy(
  index: string,
  { bytes, secrets }: TrackedSecrets,
  scratch: string,
  hashSize: number,
): string | undefined {
  if (secrets === undefined) return undefined;
  const directory = join(scratch, 'git-index');
  const copy = join(directory, hash('sha256', `${index}\0${hash('sha256', bytes)}`).slice(0, 24));
  if (existsSync(copy)) return copy;
  const marked = Buffer.from(bytes);
  for (const { flagsAt } of secrets) marked[flagsAt] = (marked[flagsAt] ?? 0) | ASSUME_VALID;
  const end = marked.length - hashSize;
  // All zeros: this git does not check it.
  if (marked.subarray(end).some((byte) => byte !== 0))
    createHash(hashSize === 32 ? 'sha256' : 'sha1')
      .update(marked.subarray(0, end))
      .digest()
      .copy(marked, end);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(copy, marked, { mode: 0o600 });
  // By its time git tells which files may have changed since within the same second.
  const { atime, mtime } = statSync(index);
  utimesSync(copy, atime, mtime);
  return copy;
}
