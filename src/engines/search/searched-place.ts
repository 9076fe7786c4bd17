import { closeSync, constants, openSync } from 'node:fs';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/paths.ts';
import { isSecretFile } from '../../core/sensitive-paths.ts';
import { withOpened } from '../files/open-inside.ts';
import { insideOf } from '../files/reach.ts';

/** What is searched, held open: a name that is swapped afterwards leads nowhere else. */
export interface SearchedPlace {
  /** As the caller named it. */
  readonly path: string;
  /** Where it really is, links resolved. */
  readonly realPath: string;
  /** The root it is in. */
  readonly root: string;
  readonly isFolder: boolean;
  /** A path to the held descriptor that another process can open. */
  readonly descriptor: string;
  close(): void;
}

/** Opens a file or directory inside the roots; `hidden` are places nobody searches. */
export function openSearchedPlace(
  path: string,
  roots: readonly string[],
  hidden: readonly string[],
): SearchedPlace {
  return withOpened(path, insideOf(roots), ({ fd, stats, realPath }) => {
    const isFolder = stats.isDirectory();
    if (!isFolder && !stats.isFile())
      throw new ToolError('VALIDATION', `${path} is neither a file nor a directory`);
    if (isInside(realPath, hidden)) throw new ToolError('PROTECTED_PATH', `${path} is not for searching`);
    // The gate judged the name; a link must not be a way around the question that the file itself would raise.
    if (!isFolder && isSecretFile(realPath) && !isSecretFile(path)) {
      throw new ToolError('PROTECTED_PATH', `${path} is a link to a file that looks like it holds secrets`, {
        hint: `Name the file itself: ${realPath}`,
      });
    }
    const root = rootOf(realPath, roots);
    if (root === undefined) throw outsideRoot(path, roots);
    const held = openSync(
      process.platform === 'linux' ? `/proc/self/fd/${fd}` : realPath,
      constants.O_RDONLY | constants.O_NONBLOCK,
    );
    return {
      path,
      realPath,
      root,
      isFolder,
      descriptor: process.platform === 'linux' ? `/proc/${process.pid}/fd/${held}` : realPath,
      close: () => closeSync(held),
    };
  });
}

/** The innermost root: nested ones are indexed on their own. */
const rootOf = (path: string, roots: readonly string[]): string | undefined =>
  roots.filter((root) => isInside(path, [root])).sort((a, b) => b.length - a.length)[0];
