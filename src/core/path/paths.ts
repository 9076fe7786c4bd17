import { isAbsolute, resolve, sep } from 'node:path';
import { ToolError } from '../errors.ts';
import { remember } from '../timing/remember.ts';
import { type FindReal, meaningsOf, spelledFrom } from './meanings.ts';

/** An absolute path from what a caller wrote; no `$` or `%` is expanded, and `~`, which everybody expects to be, is refused. */
export function resolveFrom(cwd: string | undefined, path: string): string {
  if (!isPlain(path)) throw refusalOf(path);
  if (cwd === undefined && !isAbsolute(path)) {
    throw new ToolError('VALIDATION', `"${path}" is relative, and this connection has no current directory`, {
      hint: 'Give an absolute path.',
    });
  }
  return underItsRealName(cwd === undefined ? resolve(path) : resolve(cwd, path));
}

/** The same for what others open: every place that they may take it for, the one by its letters first. */
export const allFrom = (
  cwd: string | undefined,
  path: string,
  realPathOf: FindReal,
): readonly [string, ...string[]] => {
  const [, ...others] = meaningsOf(cwd === undefined ? path : spelledFrom(cwd, path), realPathOf);
  return [resolveFrom(cwd, path), ...others.map(underItsRealName)];
};

/** Open directories by the names they were given, where a link stands for one. */
const rootNames = new Map<string, string>();

/** What is asked for under the name of a link means what lies in the directory that was opened by it. */
export function nameRoot(written: string, real: string): void {
  if (written !== real) rootNames.set(written, real);
}

function underItsRealName(path: string): string {
  for (const [written, real] of rootNames)
    if (path === written || path.startsWith(written + sep)) return real + path.slice(written.length);
  return path;
}

const isPlain = remember(
  (path) => !TRICKS.test(path) && !HOME.test(path) && !(sep === '/' && isMeantElsewhere(path)),
);

function refusalOf(path: string): ToolError {
  if (TRICKS.test(path))
    return new ToolError(
      'VALIDATION',
      `The path ${JSON.stringify(path)} holds control or direction characters`,
      { hint: 'Use the directory it is in, or ask a person to rename it.' },
    );
  if (HOME.test(path))
    return new ToolError('VALIDATION', `"${path}" starts with "~", which is not expanded here`, {
      hint: 'Give the full path of the home directory, or ./~ for a file of that name.',
    });
  return new ToolError('VALIDATION', `"${path}" is written for another system, or encoded`, {
    hint: 'Give a plain path with / between the names.',
  });
}

// Taken by its letters, a directory named ~ would be made in the project, and one day be cleared away by rm -r ~.
const HOME = /^~(?:[a-z_][\w-]*)?(?:\/|$)/;

const OF_WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/;
const FILE_URL = /^file:/i;
const UP = /(?:^|[\\/])\s*\.\s?\.[\s;]*(?:[\\/]|$)/;
// As UTF-8 must not, but old decoders do, write a dot and a slash.
const ENCODED = /%(?:25)*(?:2e|2f|5c|c0%a[ef]|c1%9c)/i;

/** By its letters it stays where it is; decoded, or taken to Windows, it would lead out of the project. */
function isMeantElsewhere(path: string): boolean {
  if (OF_WINDOWS.test(path) || FILE_URL.test(path)) return true;
  if (path.split('/').includes('..') || !MAY_GO_UP.test(path)) return false;
  const plain = path.normalize('NFKC').replaceAll(/[\u2215\u2044\u29f8]/g, '/');
  return UP.test(plain) || (ENCODED.test(path) && UP.test(decoded(plain)));
}

const MAY_GO_UP = /\.\s?\.|%|[\u2024\u2025\uff0e]/;

const decoded = (path: string): string =>
  path.replaceAll(/%(?:25)*2e/gi, '.').replaceAll(/%(?:25)*(?:2f|5c|c0%a[ef]|c1%9c)/gi, '/');

// Control characters, bidirectional overrides and zero-width characters make a path look like another one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const TRICKS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

export const isInside = (path: string, roots: readonly string[]): boolean =>
  roots.some(
    (root) =>
      path.startsWith(root) &&
      (path.length === root.length || root.endsWith(sep) || path.charAt(root.length) === sep),
  );

/** The same words whether the target exists or not: a refusal must not tell what lies outside. */
export const outsideRoot = (path: string, roots: readonly string[]): ToolError =>
  new ToolError('OUTSIDE_ROOT', `${path} is outside the directories that are open`, {
    hint: roots.length > 0 ? `Open are: ${roots.join(', ')}` : 'No directory is open; start with --root DIR.',
  });
