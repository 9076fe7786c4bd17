import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfSmall } from '../files/open/regular-file.ts';
import { GIT } from './scope.ts';

/** The repository that a directory is in, by its outermost directory; undefined where it is in none. */
export function repositoryTop(folder: string): string | undefined {
  if (isRepository(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryTop(parent);
}

/** As ripgrep sees it: whatever has that name. */
export const isRepository = (folder: string): boolean => existsSync(join(folder, GIT));

const LONGEST_POINTER = 4096;

/** Where a repository keeps the rules that are its user's own; undefined where ripgrep finds none either. */
export function excludeFileOf(top: string): string | undefined {
  const git = join(top, GIT);
  const stats = statSync(git, { throwIfNoEntry: false });
  if (!stats?.isFile()) return join(git, 'info/exclude');
  const pointer = readIfSmall(git, { followsLink: true, mostBytes: LONGEST_POINTER });
  if (pointer === undefined) throw new Error(`${git} is left to ripgrep`);
  // A worktree: its own directory names the one that all of them share.
  const own = /^gitdir: (\/.*)/.exec(pointer)?.[1];
  const shared = own === undefined ? undefined : readPointer(join(own, 'commondir'));
  return own === undefined || shared === undefined
    ? undefined
    : join(shared.startsWith('.') ? join(own, shared) : shared, 'info/exclude');
}

function readPointer(path: string): string | undefined {
  const text = readIfSmall(path, { followsLink: true, mostBytes: LONGEST_POINTER });
  return text === undefined ? undefined : /^.*/.exec(text)?.[0];
}
