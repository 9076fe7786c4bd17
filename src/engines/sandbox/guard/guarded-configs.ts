import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../files/open/disk-names.ts';
import { configBudget, readConfig } from '../workspace/git-config-copy.ts';
import { commonDirectory, fewWorktreesOf } from '../workspace/git-places.ts';
import { isHarmlessConfig } from '../workspace/harmless-git-config.ts';
import { isDirectory } from './looks.ts';
import { setAside } from './set-aside.ts';

/** A configuration as it is: its text, and what makes it other than a file that can be read. */
export type ConfigState = readonly [path: string, text: string | undefined, mark?: string];

/** Of a repository and its linked working trees, there or not. */
export function configsOf(gitDir: string): string[] {
  const directory = isDirectory(gitDir) ? gitDir : commonDirectory(gitDir);
  if (directory === undefined) return [];
  // Very many cannot be changed at all.
  const { trees } = fewWorktreesOf(directory);
  return [directory, ...trees].flatMap((place) =>
    ['config', 'config.worktree'].map((name) => join(place, name)),
  );
}

/** What there is no room for counts as what nobody can read. */
export function stateOf(path: string, budget = configBudget()): ConfigState {
  const text = readConfig(path, budget, { followsLink: true });
  const mark = markOf(path, text !== undefined);
  return mark === '' ? [path, text] : [path, text, mark];
}

/** A git command may set its remotes and branches; what else it wrote there is taken back. */
export function restoreConfig([path, before, mark]: ConfigState, places: readonly string[]): string[] {
  if (!isThere(path)) return [];
  const wasUnread = before === undefined && mark !== undefined;
  const [, after, markNow] = stateOf(path, wasUnread ? { bytes: 0 } : configBudget());
  const isSame = mark === markNow && after === before;
  const isAllowed = mark === markNow && after !== undefined && isHarmlessConfig(after, before);
  return isSame || isAllowed ? [] : setAside(path, places, before);
}

/** Where it is a link, the target; where nobody can read it, when it was changed. */
function markOf(path: string, isReadable: boolean): string {
  try {
    const stats = lstatSync(path);
    const link = stats.isSymbolicLink() ? `-> ${readlinkSync(path)}` : '';
    return isReadable ? link : `${link} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  } catch {
    return '';
  }
}
