import { type Dirent, opendirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { inSharedTurns } from '../../../core/timing/shared-turns.ts';
import { isRacy, stampOf } from './file-stamp.ts';
import { isDirectory, lookAt, readGitFile, realPath } from './git-files.ts';
import type { Repository } from './repository.ts';

/** A look at what git reads by its place alone: objects, names and their logs. */
interface Look {
  readonly roots: readonly string[];
  readonly base: string;
  readonly seen: Set<string>;
  readonly waiting: string[];
  entries: number;
  readonly most: number;
  readonly beganAt: number;
}

// More than a busy repository has before it is packed.
const MOST_ENTRIES = 500_000;
const LONGEST_MS = 20_000;
/** Others have a turn between so many. */
const AT_ONCE = 500;

/** Directories without links, and the directories in them. */
const known = new Map<string, { readonly stamp: string; readonly directories: readonly string[] }>();
const MOST_KNOWN = 50_000;

const SHARED = ['objects', 'refs', 'logs', 'reftable', 'worktrees'];

/**
 * Refuses a repository in whose stores a link leads out of the roots. For a git that sees more than the roots: where a
 * sandbox shows it nothing else, such a link leads nowhere.
 */
export async function checkLinks(
  { base, gitDir, commonDir }: Repository,
  roots: readonly string[],
  most = MOST_ENTRIES,
): Promise<void> {
  const parts = [...SHARED.map((name) => join(commonDir, name)), join(gitDir, 'refs'), join(gitDir, 'logs')];
  await inSharedTurns(
    stepsOf({ roots, base, seen: new Set(), waiting: parts, entries: 0, most, beganAt: performance.now() }),
  );
}

function* stepsOf(look: Look): Generator<void> {
  for (let next = look.waiting.pop(); next !== undefined; next = look.waiting.pop()) {
    const place = realPath(next);
    if (place === undefined || look.seen.has(place) || !isDirectory(place)) continue;
    if (!isInside(place, look.roots)) throw leadsOutside(look.base, next);
    look.seen.add(place);
    yield* directoriesIn(place, look);
    look.waiting.push(...lendersOf(place));
    checkTime(look);
  }
}

/** Adds those in it to what is looked at next. */
function* directoriesIn(directory: string, look: Look): Generator<void> {
  const stamp = stampOf([directory]);
  const before = known.get(directory);
  yield* counted(look, 1);
  if (before?.stamp === stamp) {
    look.waiting.push(...before.directories);
    return;
  }
  known.delete(directory);
  const found: string[] = [];
  let hasLinks = false;
  for (const entry of entriesOf(directory)) {
    yield* counted(look, 1);
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(path);
    if (!entry.isSymbolicLink()) continue;
    hasLinks = true;
    look.waiting.push(...behind(path, look));
    // Where one leads can take as long to find out as many entries to read.
    checkTime(look);
    yield;
  }
  look.waiting.push(...found);
  // A link stays the same while what it leads to becomes another.
  if (hasLinks || isRacy([directory])) return;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(directory, { stamp, directories: found });
}

function* entriesOf(directory: string): Generator<Dirent> {
  const open = opendirSync(directory, { bufferSize: AT_ONCE });
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) yield entry;
  } finally {
    open.closeSync();
  }
}

function* counted(look: Look, count: number): Generator<void> {
  look.entries += count;
  if (look.entries > look.most) throw tooMany(look.base);
  if (look.entries % AT_ONCE === 0) yield;
}

function checkTime({ base, beganAt }: Look): void {
  if (performance.now() - beganAt > LONGEST_MS) throw tooMany(base);
}

/** The directory that a link leads to, if it is one. */
function behind(link: string, { base, roots }: Look): string[] {
  const place = realPath(link);
  // It leads nowhere, for git as well.
  if (place === undefined) return [];
  if (!isInside(place, roots)) throw leadsOutside(base, link);
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? [place] : [];
}

/** Stores that a store borrows from; their number is limited where the list itself is checked. */
function lendersOf(objects: string): string[] {
  const file = join(objects, 'info/alternates');
  if (lookAt(file) === undefined) return [];
  return readGitFile(file)
    .split('\n')
    .filter((line) => /^[^#"]/.test(line))
    .map((line) => resolve(objects, line));
}

const leadsOutside = (base: string, link: string): ToolError =>
  new ToolError(
    'OUTSIDE_ROOT',
    `The repository of ${base} has a link that leads out of the open directories: ${link}`,
    {
      hint: 'Git itself makes no such link; a person can remove it, or open the directory it leads to.',
    },
  );

const tooMany = (base: string): ToolError =>
  new ToolError('TOO_LARGE', `The repository of ${base} has too many files to be looked through for links`, {
    hint: `At most ${MOST_ENTRIES} files of objects and branches are looked at. A person can pack them: git gc.`,
  });
