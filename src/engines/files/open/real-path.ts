import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, parse, resolve, sep } from 'node:path';
import { isOfProcess } from '../../../core/path/of-process.ts';
import { systemPath } from './system-path.ts';
import { newWalk, type Walk } from './walk-budget.ts';

/** What is longer cannot be opened by anybody, and would take long to look at. */
const LONGEST = 4096;

/** Stands before a path whose links are too costly to follow: it may lead anywhere, and other programs may find out. */
const NOT_FOLLOWED = '/proc/self/links-not-followed';

/**
 * Where a path leads once links are resolved; what does not exist yet is taken as written. Links that are too costly to
 * follow lead to a place outside of everything that is open.
 */
export function realPathOf(path: string): string {
  const plain = path.length > LONGEST ? resolve(path) : path;
  if (plain.length > LONGEST) return plain;
  const walk = newWalk();
  // Without a link on the way there is nothing to find out, and most paths are without one.
  if (!walk.isLate && isWithoutLinks(plain)) return plain;
  const steps: Steps = {
    left: partsOf(plain).reverse(),
    at: parse(plain).root,
    byPart: 0,
    links: 0,
    vain: 0,
  };
  const real = followLinks(steps, walk) ?? NOT_FOLLOWED + resolve(plain);
  walk.again(steps.vain + 1);
  return real;
}

function isWithoutLinks(path: string): boolean {
  try {
    return systemPath(path) === path;
  } catch {
    // Part of it is not there, or closed to us.
    return false;
  }
}

const MOST_LINKS = 40;
/** Looks at a way that is not without links: each makes the kernel walk all that is behind them. */
const MOST_VAIN = 3;

interface Steps {
  /** The next part is the last one: taking it away must not copy all the others. */
  readonly left: string[];
  /** Without links. */
  at: string;
  /** How many of the next parts are looked at one by one. */
  byPart: number;
  links: number;
  vain: number;
}

/** Link by link, since a link to something missing leads somewhere, too. Undefined where that is too much. */
function followLinks(steps: Steps, walk: Walk): string | undefined {
  const { left } = steps;
  let isMissing = false;
  while (left.length > 0) {
    if (!isMissing && !jump(steps, walk)) return undefined;
    const name = left.pop();
    if (name === undefined) break;
    if (!walk.goOn(1)) return undefined;
    steps.byPart--;
    if (name === '..') {
      steps.at = dirname(steps.at);
      isMissing = false;
      continue;
    }
    const next = below(steps.at, name);
    // Above it lies what is above it for its reader.
    if (isOfProcess(next)) return [next, ...left.reverse().filter((part) => part !== '..')].join(sep);
    // Below what is not there, nothing is: no need to look.
    if (!isMissing && !walk.lookAt(next)) return undefined;
    const found: Found = isMissing ? 'nothing' : whatIsAt(next);
    if (found !== 'link' || steps.links >= MOST_LINKS) {
      isMissing ||= found === 'nothing';
      steps.at = next;
      continue;
    }
    if (walk.isLate) return undefined;
    follow(next, steps);
  }
  return steps.at;
}

/** Goes on to the next `..` at once if the kernel finds no link on the way there; false where that is too much. */
function jump(steps: Steps, walk: Walk): boolean {
  const { left, at } = steps;
  if (walk.isLate || steps.byPart > 0 || steps.links === 0 || steps.vain >= MOST_VAIN) return true;
  const up = left.lastIndexOf('..');
  const run = left.slice(up + 1).reverse();
  if (run.length < 2) return true;
  const end = below(at, run.join(sep));
  if (!walk.goOn(run.length) || !walk.lookAt(end)) return false;
  if (!isOfProcess(end) && isWithoutLinks(end)) {
    left.length = up + 1;
    steps.at = end;
    return true;
  }
  steps.byPart = run.length;
  steps.vain++;
  return true;
}

/** Goes where a link says. */
function follow(link: string, steps: Steps): void {
  const target = linkTarget(link);
  if (target === undefined) {
    // Exchanged since it was looked at.
    steps.at = link;
    return;
  }
  for (const part of partsOf(target).reverse()) steps.left.push(part);
  if (isAbsolute(target)) steps.at = parse(target).root;
  steps.byPart = 0;
  steps.links++;
}

type Found = 'nothing' | 'link' | 'something';

const below = (at: string, name: string): string => (at.endsWith(sep) ? at + name : at + sep + name);

/** What cannot be looked at counts as something: a link may be behind it. */
function whatIsAt(path: string): Found {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'nothing';
    return stats.isSymbolicLink() ? 'link' : 'something';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? 'nothing' : 'something';
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
