import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/path/paths.ts';
import { isAtLeast } from '../../core/risk.ts';
import { withOpened } from '../files/open/open-inside.ts';
import type { Reach } from '../files/open/reach.ts';
import { repositoryTop } from './repository-top.ts';

/** What is searched, held open: a name that is swapped afterwards leads nowhere else. */
export interface SearchedPlace {
  /** As the caller named it. */
  readonly path: string;
  /** Where it really is, links resolved. */
  readonly realPath: string;
  /** The directory whose index knows it: the root it is in, or its repository where the root is in none. */
  readonly indexed: string;
  readonly isInRepository: boolean;
  readonly isFolder: boolean;
  /** A path to the held descriptor that another process can open. */
  readonly descriptor: string;
  close(): void;
}

/** Opens a file or directory inside the roots; `hidden` are places nobody searches. */
export function openSearchedPlace(path: string, reach: Reach, hidden: readonly string[]): SearchedPlace {
  return withOpened(path, reach, ({ fd, stats, realPath }) => {
    const isFolder = stats.isDirectory();
    if (!isFolder && !stats.isFile())
      throw new ToolError('VALIDATION', `${path} is neither a file nor a directory`);
    // A search for one letter after the other would tell the tokens that stand in there.
    const system = /\/\.(git|hg|svn)(\/|$)/.exec(realPath)?.[1];
    if (system !== undefined)
      throw new ToolError('PROTECTED_PATH', `${path} belongs to ${system} and is not searched`, {
        hint:
          system === 'git'
            ? 'Use git_log, git_show or git_diff.'
            : 'Read a file in it with read_file, so that it can be asked about.',
      });
    if (isInside(realPath, hidden)) throw new ToolError('PROTECTED_PATH', `${path} is not for searching`);
    if (isFolder) checkInside(path, realPath, reach);
    const root = rootOf(realPath, reach.roots);
    if (root === undefined) throw outsideRoot(path, reach.roots);
    const top = repositoryTop(realPath);
    const held = openSync(
      process.platform === 'linux' ? `/proc/self/fd/${fd}` : realPath,
      constants.O_RDONLY | constants.O_NONBLOCK,
    );
    return {
      path,
      realPath,
      indexed: top !== undefined && repositoryTop(root) === undefined ? top : root,
      isInRepository: top !== undefined,
      isFolder,
      descriptor: process.platform === 'linux' ? `/proc/${process.pid}/fd/${held}` : realPath,
      close: () => closeSync(held),
    };
  });
}

/** The gate judged the directory; what is in it must need no question that nobody put. */
function checkInside(path: string, realPath: string, { judge }: Reach): void {
  const inside = judge(join(realPath, 'file'), 'read');
  if (isAtLeast(judge(path, 'read').risk, inside.risk)) return;
  throw new ToolError('PERMISSION_DENIED', `${path} is not searched: ${inside.reason ?? inside.risk}`, {
    hint: 'Name a file in it, so that it can be asked about.',
  });
}

/** The innermost root: nested ones are indexed on their own. */
const rootOf = (path: string, roots: readonly string[]): string | undefined =>
  roots.filter((root) => isInside(path, [root])).sort((a, b) => b.length - a.length)[0];
