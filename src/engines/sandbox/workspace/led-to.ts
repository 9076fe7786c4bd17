import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isOfProcess } from '../../../core/path/of-process.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isProtected } from '../../../core/path/sensitive-paths.ts';
import { remember } from '../../../core/timing/remember.ts';
import { entriesIn, fromDisk, onDisk } from '../../files/open/disk-names.ts';
import { isWalked } from './linked-settings.ts';

/** More than anybody has. A hundred of them are followed in two milliseconds. */
const MOST_LINKS = 1000;
/** Of directories that are protected because of a link or of git, all together. */
const MOST_ENTRIES = 5000;
/** As many as the system follows. */
const LONGEST_CHAIN = 40;

/** A protected name counts together with what it leads to. */
export interface Led {
  /** Protected names that are links, lie behind one, or lie in a directory that one leads to. */
  readonly links: readonly string[];
  /** What stands on their ways in the open directories: other links, and what they finally lead to, there or not. */
  readonly places: readonly string[];
}

/** Follows names one after another, as far as anybody has links. */
export interface Follower {
  follow(name: string): void;
  /** Where there was more than could be followed, it may lead anywhere: then all that is open is protected. */
  found(): Led;
}

export function createFollower(roots: readonly string[]): Follower {
  const [links, places, seen] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const look: Look = { targetOf: remember(targetAt), roots, links, places, seen, entries: MOST_ENTRIES };
  let isWhole = true;
  return {
    follow: (name) => {
      isWhole &&= follow(name, look);
    },
    found: () => (isWhole ? { links: [...links], places: [...places] } : { links: [], places: roots }),
  };
}

/** The same for a few names. */
export function ledTo(names: Iterable<string>, roots: readonly string[]): Led {
  const follower = createFollower(roots);
  for (const name of names) follower.follow(name);
  return follower.found();
}

/** Each link on the way of a path, and then what it finally leads to. More than one only where there are links. */
export function wayOf(path: string, targetOf: FindTarget = targetAt): readonly string[] {
  const left = partsOf(path).reverse();
  const links: string[] = [];
  let at = '/';
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const next = join(at, name);
    const target = name === '..' ? '' : targetOf(next);
    if (target === '') {
      at = next;
      continue;
    }
    links.push(next);
    // It leads nowhere, to the system neither.
    if (links.length > LONGEST_CHAIN) return links;
    left.push(...partsOf(target).reverse());
    if (isAbsolute(target)) at = '/';
  }
  return [...links, at];
}

/** What an open directory lies in is open because somebody wants it to be. */
export const mayBeLedTo = (place: string, roots: readonly string[]): boolean =>
  isInside(place, roots) && !roots.some((root) => isInside(root, [place]));

type FindTarget = (path: string) => string;

interface Look {
  /** Many names have the same directories around them. */
  readonly targetOf: FindTarget;
  readonly roots: readonly string[];
  readonly links: Set<string>;
  readonly places: Set<string>;
  readonly seen: Set<string>;
  entries: number;
}

/** False where there is more than is looked at. */
function follow(name: string, look: Look): boolean {
  const way = wayOf(name, look.targetOf);
  const last = way.at(-1) ?? name;
  if (way.length === 1) return lookThrough(last, look);
  if (way.some(isOfProcess)) return false;
  // A protected directory may borrow the dependencies of the project, and installing them must go on.
  if (isDependency(name) && isDependency(last)) return true;
  const around = protectedAround(name);
  if (around !== undefined && way.every((place) => isInside(place, [around]))) return true;
  if (look.links.add(name).size > MOST_LINKS) return false;
  for (const place of way) if (mayBeLedTo(place, look.roots)) look.places.add(place);
  // Dependencies are too large to be looked through, and as a place they count whatever is in them.
  return !mayBeLedTo(last, look.roots) || isDependency(last) || lookThrough(last, look);
}

const isDependency = (path: string): boolean => !basename(path).startsWith('.') && !isWalked(basename(path));

/** The protected directory that a walk finds around a name: what stays in there is protected with it. */
function protectedAround(name: string): string | undefined {
  if (!name.split('/').every(isWalked)) return undefined;
  let around: string | undefined;
  for (let at = dirname(name); isProtected(at); at = dirname(at)) around = at;
  return around;
}

/** A directory that is protected may hold links as well. */
function lookThrough(directory: string, look: Look): boolean {
  if (look.seen.has(directory) || !isDirectory(directory)) return true;
  look.seen.add(directory);
  return listed(directory).every((entry) => {
    if (--look.entries < 0) return false;
    const place = join(directory, entry.name);
    if (entry.isSymbolicLink()) return follow(place, look);
    return !entry.isDirectory() || !isWalked(entry.name) || lookThrough(place, look);
  });
}

function listed(directory: string): ReturnType<typeof entriesIn> {
  try {
    return entriesIn(directory);
  } catch {
    // Gone meanwhile, or closed to its own user.
    return [];
  }
}

function isDirectory(path: string): boolean {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Where a link says it leads; nothing for what is none. Most are none: to ask first is faster than to fail. */
export function targetAt(path: string): string {
  try {
    const place = onDisk(path);
    const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? fromDisk(readlinkSync(place, 'buffer')) : '';
  } catch {
    return '';
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');
