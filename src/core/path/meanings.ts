import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { isOfProcess } from './of-process.ts';

/** Where a path leads once links are resolved. */
export type FindReal = (path: string) => string;

/** A path from a directory, as it is written: `..` stays where it stands. */
export const spelledFrom = (cwd: string, path: string): string =>
  isAbsolute(path) ? path : `${cwd}${sep}${path}`;

const UP = /(?:^|\/)\.\.(?:\/|$)/;
/** The kernel takes no longer ones; a program that does has read it by its letters before. */
const LONGEST = 4096;

/**
 * The places that an absolute path may mean. By its letters `link/../x` lies beside the link, and `cd` and many programs
 * read it so. The kernel goes to the parent of where the link leads. Both are reached, the letters first.
 */
export function meaningsOf(path: string, realPathOf: FindReal): readonly string[] {
  const byLetters = resolve(path);
  if (!UP.test(path) || path.length > LONGEST) return [byLetters];
  const byLinks = partByPart(path, realPathOf);
  return byLinks === byLetters || realPathOf(byLinks) === realPathOf(byLetters)
    ? [byLetters]
    : [byLetters, byLinks];
}

/** As the kernel walks; the last name stays as it is, and may be a link itself. */
function partByPart(path: string, realPathOf: FindReal): string {
  let at: string = sep;
  // What lies above a real directory is one, too: no need to look.
  let isReal = true;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') at = above(isReal ? at : realPathOf(at));
    else at = at.endsWith(sep) ? at + part : at + sep + part;
    isReal = part === '..';
  }
  return at;
}

/** Above what is of a process lies what is above it for its reader. */
const above = (path: string): string => (isOfProcess(path) ? path : dirname(path));
