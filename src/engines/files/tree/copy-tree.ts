import {
  type BigIntStats,
  chmodSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  type Stats,
  symlinkSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { Directory } from '../open/directory.ts';
import { type EntryName, type NamedEntry, readEntries } from '../open/entry-name.ts';
import { checkDenied, type Reach } from '../open/reach.ts';
import type { Target } from '../open/target.ts';
import { carryOver, carryOverAt } from '../write/carry-over.ts';
import { clearUnfinished } from '../write/clear-unfinished.ts';
import { openEntry, pump } from '../write/pump.ts';
import { unfinishedName } from '../write/unfinished-name.ts';
import { checkRemovable, DIRECTORY_ONTO_FILE, taken } from './relocate.ts';
import { checkPlace, removeTree, withChild } from './tree.ts';

export interface TreeRun {
  readonly reach: Reach;
  readonly signal: AbortSignal;
  /** Told the bytes of each file that is done. */
  readonly onBytes: (bytes: number) => void;
  /** What is copied will be removed: it must be removable, durable, and as it was in owner, mode and times. */
  readonly isMove: boolean;
}

/** An entry as it was when it was copied. */
export interface Copied {
  readonly name: EntryName;
  readonly was: string;
  /** Of a directory. */
  readonly entries?: readonly Copied[];
}

/** A word that changes when an entry does; not with its number of names, which removing one of them changes. */
export const wordFor = ({ dev, ino, size, mtimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs].join(' ');

/**
 * Copies all that is in a directory to a place where nothing is. What is not complete, or what `accept` does not take,
 * is never seen there.
 */
export async function copyDirectory(
  source: Directory,
  target: Target,
  run: TreeRun,
  accept: (copied: readonly Copied[]) => Promise<void> = async () => {},
): Promise<readonly Copied[]> {
  if (target.stats) throw taken(target, DIRECTORY_ONTO_FILE);
  const { directory, name } = target;
  // Before, as it makes room.
  await clearUnfinished(directory, run.reach);
  const unfinished = unfinishedName();
  try {
    const copied = await copyTree(
      source,
      { parent: directory, name: unfinished, shown: target.realPath },
      run,
    );
    await accept(copied);
    renameSync(directory.at(unfinished), directory.at(name));
    await directory.sync();
    return copied;
  } catch (error) {
    await clear(directory, unfinished, run.reach);
    throw error;
  }
}

/** What the copy failed for is worth more than what its removal may fail for. */
async function clear(directory: Directory, name: string, reach: Reach): Promise<void> {
  try {
    await removeTree(directory, name, reach);
  } catch {
    // It was never made, or somebody else holds on to it; its name says what it is.
  }
}

interface NewDirectory {
  readonly parent: Directory;
  readonly name: EntryName;
  /** Where it will be when all is done. */
  readonly shown: string;
}

async function copyTree(
  source: Directory,
  { parent, name, shown }: NewDirectory,
  run: TreeRun,
): Promise<readonly Copied[]> {
  const stats = lstatSync(source.at('.'));
  mkdirSync(parent.at(name), { mode: 0o700 });
  return withChild(parent, name, run.reach, async (to) => {
    const copied: Copied[] = [];
    for (const entry of readEntries(source.at('.'))) {
      const path = join(source.realPath, entry.shown);
      const place = join(shown, entry.shown);
      if (run.signal.aborted) throw new ToolError('CANCELLED', 'The copy was cancelled');
      checkDenied(path, run.reach);
      checkPlace(place, run.reach);
      if (run.isMove) checkRemovable({ directory: source, path });
      copied.push(await copyEntry(source, entry, { parent: to, name: entry.name, shown: place }, run));
    }
    // At the end: nothing could be put into one that is read-only.
    if (run.isMove) await carryOverAt(to.at('.'), stats);
    else chmodSync(to.at('.'), stats.mode & 0o777);
    await to.sync();
    return copied;
  });
}

async function copyEntry(
  source: Directory,
  { name, shown, type }: NamedEntry,
  to: NewDirectory,
  run: TreeRun,
): Promise<Copied> {
  // Before it is read: what changes meanwhile has another word then.
  const was = wordFor(lstatSync(source.at(name), { bigint: true }));
  if (type === 'directory') {
    const entries = await withChild(source, name, run.reach, (below) => copyTree(below, to, run));
    return { name, was, entries };
  }
  if (type === 'symlink') await copyLink(source, to, run);
  else if (type === 'file') await copyContent(source, to, run);
  else throw notCopied(join(source.realPath, shown), lstatSync(source.at(name)), run);
  return { name, was };
}

/** A copy of these would be another pipe or socket, with nobody at its other end. */
function notCopied(path: string, stats: Stats, { isMove }: TreeRun): ToolError {
  const what = stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';
  const act = isMove ? 'move' : 'copy';
  return new ToolError('VALIDATION', `${path} is ${what}, which cannot be copied`, {
    hint: `Nothing was copied. If nothing uses ${path}, remove it (shell_execute and rm); else ${act} what lies beside it one by one.`,
  });
}

async function copyLink(
  source: Directory,
  { parent, name }: NewDirectory,
  { isMove }: TreeRun,
): Promise<void> {
  symlinkSync(readlinkSync(source.at(name), 'buffer'), parent.at(name));
  if (isMove) await carryOverAt(parent.at(name), lstatSync(source.at(name)));
}

async function copyContent(source: Directory, { parent, name }: NewDirectory, run: TreeRun): Promise<void> {
  await using from = await openEntry(source.at(name));
  const stats = await from.stat();
  await using file = await open(parent.at(name), 'wx', stats.mode & 0o777);
  run.onBytes(await pump(from, file, run.signal));
  if (!run.isMove) return;
  await carryOver(file, stats);
  await file.sync();
}
