import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { isThere } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { CHANGED_BY_GIT, partsOf } from '../workspace/git-places.ts';
import { harmfulPart, isHarmful } from './harmful-parts.ts';
import { isDirectory, isReachedByOtherNames, stampOf } from './looks.ts';
import { setAside } from './set-aside.ts';
import { harmsOfStop, isStop } from './stopped-rebase.ts';

/** A part of a repository that git itself may change: what of it may start programs, and the text of a file. */
export type OwnState = readonly [path: string, harms: readonly string[], text?: string | undefined];

/** What is there of a repository, or the `.git` file that names one. */
export const ownStatesOf = (gitDir: string, owners: readonly string[]): OwnState[] =>
  [...partsOf(gitDir), ...(isDirectory(gitDir) ? [] : [gitDir])]
    .filter(isOwn)
    .filter(isThere)
    .map((path) => [path, harmsOf(path, owners), isDirectory(path) ? undefined : readIfSmall(path)]);

/**
 * A hook or another program that git started may have changed it as well. A rebase that a person stopped may run
 * programs, and is theirs: what may start others than before is taken back.
 */
export function restoreOwn(
  [path, harms, text]: OwnState,
  owners: readonly string[],
  places: readonly string[],
) {
  const before = new Set(harms);
  return harmsOf(path, owners).some((harm) => !before.has(harm)) ? setAside(path, places, text) : [];
}

const isOwn = (path: string): boolean =>
  basename(path) === '.git' || (CHANGED_BY_GIT.test(path) && !basename(path).startsWith('config'));

function harmsOf(path: string, owners: readonly string[]): string[] {
  if (!isThere(path)) return [];
  if (basename(path) === '.git') return harmfulPart(path, owners).length > 0 ? [contentOf(path)] : [];
  if (!isHarmful(path)) return [];
  return isStop(path) && isDirectory(path) ? harmsOfStop(path) : [contentOf(path)];
}

function contentOf(path: string): string {
  const text = isReachedByOtherNames(path) ? undefined : readIfSmall(path);
  return text === undefined ? stampOf(path) : hash('sha256', text);
}
