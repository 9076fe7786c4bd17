import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** Where a path leads once links are resolved; what does not exist yet is taken as written. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return followLinks(path);
  }
}

const MOST_LINKS = 40;

/** Link by link, since a link to something missing leads somewhere, too. */
function followLinks(path: string): string {
  let left = partsOf(path);
  let at = parse(path).root;
  for (let links = 0; left.length > 0; ) {
    const [name = '', ...rest] = left;
    const next = name === '..' ? dirname(at) : join(at, name);
    const target = name === '..' || links >= MOST_LINKS ? undefined : linkTarget(next);
    left = target === undefined ? rest : [...partsOf(target), ...rest];
    if (target === undefined) at = next;
    else if (isAbsolute(target)) at = parse(target).root;
    if (target !== undefined) links++;
  }
  return at;
}

const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== '' && part !== '.');

/** Where a link says it leads; undefined for what is none. */
export function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, or nothing there.
    return undefined;
  }
}

/** The path itself, or what is there of it. */
export const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));

/** Whether there is something at this path that is neither a file nor a directory nor a link. */
export function isSpecialFile(path: string): boolean {
  try {
    const stats = lstatSync(path);
    return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
  } catch {
    // Nothing there, or nothing we may see.
    return false;
  }
}
