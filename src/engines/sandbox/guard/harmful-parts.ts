import { basename, dirname } from 'node:path';
import { entriesIn, isThere } from '../../files/open/disk-names.ts';
import { readIfSmall } from '../../files/open/regular-file.ts';
import { isGitDirectory } from '../../git/repository/git-links.ts';
import { commonDirectory, isOwnTree, partsOf } from '../workspace/git-places.ts';
import { isHarmlessConfig } from '../workspace/harmless-git-config.ts';
import { isDirectory, isReachedByOtherNames } from './looks.ts';
import { harmsOfStop, isStop } from './stopped-rebase.ts';

/** Of a new place that decides what runs later, what has to go: all of it, or of a repository what starts programs. */
export function harmfulPart(path: string, owners: readonly string[]): string[] {
  const name = basename(path);
  // Git could not be asked about it.
  if (!path.isWellFormed()) return name !== 'HEAD' || isGitDirectory(dirname(path)) ? [path] : [];
  if (name === 'HEAD') return isGitDirectory(dirname(path)) ? harmfulIn(dirname(path)) : [];
  if (name !== '.git') return isHarmlessOfOthers(path) ? [] : [path];
  // A new working tree of a repository that was there before.
  if (!isDirectory(path))
    return owners.includes(commonDirectory(path) ?? '') && !isReachedByOtherNames(path) ? [] : [path];
  return harmfulIn(path);
}

/** What other systems than git write when they make a repository: where it came from, and which branch is the main one. */
function isHarmlessOfOthers(path: string): boolean {
  if (!/\/\.(hg|sl|jj)\//.test(path) || isReachedByOtherNames(path)) return false;
  const lines = readIfSmall(path)
    ?.split(/\r\n?|\n/)
    .filter((line) => !/^\s*([#;].*)?$/.test(line));
  const isSection = (line: string) => /^\[(paths|revset-aliases)\]\s*$/.test(line);
  const isValue = (line: string) => /^[\w"'(@]/.test(line);
  return (
    lines !== undefined &&
    isSection(lines[0] ?? '[paths]') &&
    lines.every((line) => isSection(line) || isValue(line))
  );
}

/** A new repository is what `git init` and `git clone` make; only what would start programs has to go. */
const harmfulIn = (gitDir: string): string[] => partsOf(gitDir).filter(isHarmful);

/** Of a part of a repository: whether it is there and may start a program. What cannot be read may. */
export function isHarmful(path: string): boolean {
  try {
    return isThere(path) && (!isHarmless(path) || isReachedByOtherNames(path));
  } catch {
    return true;
  }
}

function isHarmless(path: string): boolean {
  const name = basename(path);
  if (name === 'hooks' && isDirectory(path))
    return entriesIn(path).every((hook) => hook.name.endsWith('.sample'));
  if (/^(remotes|branches)$/.test(name) && isDirectory(path)) return entriesIn(path).length === 0;
  if (/^config/.test(name)) return isHarmlessConfig(readIfSmall(path) ?? '[cannot be read]');
  // Git makes these two with a working tree of its own.
  if (/^(commondir|gitdir)$/.test(name)) return isOwnTree(dirname(path));
  // And these while a rebase or a merge stops; an approved git command may leave one.
  return isStop(path) && isDirectory(path) && harmsOfStop(path).length === 0;
}
