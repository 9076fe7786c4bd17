import { posix } from 'node:path';
import { withoutEnd } from '../text/trim-end.ts';

/** Where a `.git` that is a file leads; undefined where git may read another path there, or none. */
export const gitDirNamed = (text: string): string | undefined =>
  text.startsWith(PREFIX) ? pathNamed(text.slice(PREFIX.length)) : undefined;

const PREFIX = 'gitdir: ';

/**
 * The same of a `commondir` or a `gitdir`. Git takes all of the file for the path, but for line ends at its end: to
 * read a line of it, or to leave out a blank, leads to another place. So one line is read, and nothing else: no blank
 * around it, no bytes that are no text, and no `..` behind a name, which may be a link.
 */
export function pathNamed(text: string): string | undefined {
  const path = withoutEnd(text, '\r\n');
  const plain = path.replace(/^(\.\/)+/, '');
  return path !== '' &&
    path.trim() === path &&
    !ODD.test(path) &&
    (plain === '' || posix.normalize(plain) === plain)
    ? path
    : undefined;
}

/** Control characters, and what stands for bytes that are no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const ODD = /[\0-\x1f\x7f\ufffd]/;
