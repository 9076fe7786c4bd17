import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entriesIn, isThere, onDisk } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { CHANGED_BY_GIT, partsOf } from '../workspace/git-places.ts';
import { isHarmful } from './harmful-parts.ts';
import { isDirectory } from './looks.ts';
import { setAside } from './set-aside.ts';

/** A part of a repository that git itself may change, as it was; a file with its text. */
export type OwnState = readonly [path: string, stamp: string, text?: string | undefined];

/** Those that are there and do no harm: a rebase that a person stopped may run programs, and is theirs. */
export const ownStatesOf = (gitDir: string): OwnState[] =>
  partsOf(gitDir)
    .filter((path) => CHANGED_BY_GIT.test(path) && !basename(path).startsWith('config'))
    .filter((path) => isThere(path) && !isHarmful(path))
    .map((path) => [path, stampOf(path), isDirectory(path) ? undefined : readIfSmall(path)]);

/** A hook or another program that git started may have changed it as well: what would now do harm is taken back. */
export const restoreOwn = ([path, stamp, text]: OwnState, places: readonly string[]): string[] =>
  isThere(path) && stampOf(path) !== stamp && isHarmful(path) ? setAside(path, places, text) : [];

/** Whatever is done to a file, its ctime tells. */
function stampOf(path: string): string {
  const files = isDirectory(path) ? entriesIn(path).map(({ name }) => join(path, name)) : [path];
  return files
    .map((file) => {
      const stats = lstatSync(onDisk(file), { throwIfNoEntry: false, bigint: true });
      return `${basename(file)} ${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`;
    })
    .join('\n');
}
