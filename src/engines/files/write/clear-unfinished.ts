import { lstatSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Directory } from '../open/directory.ts';
import { type EntryName, readEntries } from '../open/entry-name.ts';
import type { Reach } from '../open/reach.ts';
import { removeTree, withChild } from '../tree/tree.ts';
import { isUnfinished, unfinishedName } from './unfinished-name.ts';

/** A copy that goes on changes something within this time; a large file that is made durable may take minutes. */
const LEFT_BEHIND_MS = 600_000;

/** Removes copies that a killed host did not finish beside the place of a new one. */
export async function clearUnfinished(directory: Directory, reach: Reach): Promise<void> {
  const before = Date.now() - LEFT_BEHIND_MS;
  for (const name of unfinishedIn(directory)) {
    try {
      if (await isOlder(directory, name, before, reach)) await clear(directory, name, reach);
    } catch {
      // Not ours to look into or to remove, or somebody was faster.
    }
  }
}

function unfinishedIn(directory: Directory): string[] {
  try {
    return readdirSync(directory.at('.')).filter(isUnfinished);
  } catch {
    // One that takes new names, but shows none.
    return [];
  }
}

async function clear(directory: Directory, name: string, reach: Reach): Promise<void> {
  // Under another name first: a copy that still goes on, after the longest of pauses, finds its own gone and fails.
  const taken = unfinishedName();
  renameSync(directory.at(name), directory.at(taken));
  if (lstatSync(directory.at(taken)).isDirectory()) await removeTree(directory, taken, reach);
  else unlinkSync(directory.at(taken));
}

/** By the time that no program can set: a copy has the other times of what it is a copy of. */
async function isOlder(
  directory: Directory,
  name: EntryName,
  before: number,
  reach: Reach,
): Promise<boolean> {
  const stats = lstatSync(directory.at(name));
  if (stats.ctimeMs > before) return false;
  if (!stats.isDirectory()) return true;
  return withChild(directory, name, reach, async (below) => {
    for (const child of readEntries(below.at('.')))
      if (!(await isOlder(below, child.name, before, reach))) return false;
    // A tree can be large, and others are waiting.
    await setImmediate();
    return true;
  });
}
