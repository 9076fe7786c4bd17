import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gitDirNamed, pathNamed } from '../../../core/git/git-links.ts';
import { isGone, isThere, onDisk, realPath } from '../../files/open/disk-names.ts';
import { readRegularFile } from '../../files/open/regular-file.ts';

/** What a file of git says of another place; `odd` where git may read something else there than we do. */
export type GitLink = { readonly place: string } | 'none' | 'odd';

/** Where a `.git` that is a file leads: linked working trees and submodules have one. */
export const gitFileAt = (dotGit: string): GitLink => linkAt(dotGit, dirname(dotGit), gitDirNamed);

/** Where that lies which all working trees share, as the directory of one of them says. */
export const commonDirAt = (gitDir: string): GitLink => linkAt(join(gitDir, 'commondir'), gitDir, pathNamed);

/** Which `.git` a linked working tree has, as its directory in the repository says. */
export const workTreeFileAt = (gitDir: string): GitLink => linkAt(join(gitDir, 'gitdir'), gitDir, pathNamed);

/** Where a repository lies. */
export interface GitDirectories {
  /** What belongs to one working tree: HEAD, index. */
  readonly own: string;
  /** What all of them share: objects, refs, config. */
  readonly common: string;
}

/** By its `.git`, or by its directory; undefined where that cannot be told. */
export function gitDirectoriesOf(path: string): GitDirectories | undefined {
  const own = gitFileAt(path);
  if (own === 'odd') return undefined;
  const directory = own === 'none' ? path : own.place;
  const common = commonDirAt(directory);
  if (common === 'odd') return undefined;
  return { own: directory, common: common === 'none' ? directory : common.place };
}

/**
 * Whether git takes a directory for a repository, whatever its name is. There is a HEAD in the logs and in the branches of
 * remotes as well; objects and refs may lie where `commondir` leads.
 */
export const isGitDirectory = (directory: string): boolean =>
  isThere(join(directory, 'HEAD')) &&
  (isThere(join(directory, 'commondir')) ||
    ['objects', 'refs'].every((name) => isThere(join(directory, name))));

const LARGEST = 65_536;

function linkAt(file: string, from: string, parse: (text: string) => string | undefined): GitLink {
  try {
    const stats = lstatSync(onDisk(file));
    if (stats.isSymbolicLink())
      return statSync(onDisk(file), { throwIfNoEntry: false })?.isFile() ? 'odd' : 'none';
    if (stats.isDirectory()) return 'none';
    // Git starts at the directory itself, whatever links lead to it.
    const named = parse(readRegularFile(file, LARGEST, { followsLink: false }) ?? '');
    return named === undefined ? 'odd' : { place: resolve(realPath(from), named) };
  } catch (error) {
    return isGone(error) ? 'none' : 'odd';
  }
}
