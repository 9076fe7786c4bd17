import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, parse, resolve, sep } from 'node:path';
import { isOfProcess } from '../../../core/path/of-process.ts';

/** What is longer cannot be opened by anybody, and would take long to look at. */
const LONGEST = 4096;

/** Where a path leads once links are resolved; what does not exist yet is taken as written. */
export function realPathOf(path: string): string {
  const plain = path.length > LONGEST ? resolve(path) : path;
  if (plain.length > LONGEST) return plain;
  try {
    // Without a link on the way there is nothing to find out, and most paths are without one.
    if (realpathSync(plain) === plain) return plain;
  } catch {
    // Part of it is not there, or closed to us.
  }
  return followLinks(plain);
}

const MOST_LINKS = 40;

/** Link by link, since a link to something missing leads somewhere, too. */
function followLinks(path: string): string {
  // The next part is the last one: taking it away must not copy all the others.
  const left = partsOf(path).reverse();
  let at = parse(path).root;
  let isMissing = false;
  for (let links = 0; left.length > 0; ) {
    const name = left.pop() ?? '';
    if (name === '..') {
      at = dirname(at);
      isMissing = false;
      continue;
    }
    const next = at.endsWith(sep) ? at + name : at + sep + name;
    // Above it lies what is above it for its reader.
    if (isOfProcess(next)) return [next, ...left.reverse().filter((part) => part !== '..')].join(sep);
    const target = isMissing || links >= MOST_LINKS ? undefined : linkTarget(next);
    if (target === undefined) {
      // Below what is not there, nothing is: no need to look.
      isMissing ||= !isThere(next);
      at = next;
      continue;
    }
    left.push(...partsOf(target).reverse());
    if (isAbsolute(target)) at = parse(target).root;
    links++;
  }
  return at;
}

/** Also what cannot be looked at: a link may be behind it. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOTDIR');
  }
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
export function nearestExisting(path: string): string {
  let at = path.length > LONGEST ? path.slice(0, path.lastIndexOf(sep, LONGEST)) : path;
  while (at !== dirname(at) && !existsSync(at)) at = dirname(at);
  return at;
}

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
