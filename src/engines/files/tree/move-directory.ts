import { renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import type { Directory } from '../open/directory.ts';
import { type EntryName, shownAs } from '../open/entry-name.ts';
import type { Reach } from '../open/reach.ts';
import { isAsBefore, lookAt, type Target } from '../open/target.ts';
import { type Copied, copyDirectory, wordFor } from './copy-tree.ts';
import { changedMeanwhile } from './move-across.ts';
import { checkRemovable, DIRECTORY_ONTO_FILE, hasCode, taken } from './relocate.ts';
import { checkTree, withChild } from './tree.ts';

/** Gives a directory another name. Onto another file system it is copied as a whole, and then removed. */
export async function moveDirectory(
  source: Target,
  to: Target,
  reach: Reach,
  signal: AbortSignal,
): Promise<void> {
  if (to.stats) throw taken(to, DIRECTORY_ONTO_FILE);
  await withChild(source.directory, source.name, reach, (directory) =>
    checkTree(directory, to.realPath, reach, signal),
  );
  checkRemovable(source);
  try {
    // A rename would replace an empty directory that appeared there.
    if (!isAsBefore(to)) throw taken(to);
    renameSync(source.directory.at(source.name), to.directory.at(to.name));
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await moveAcross(source, to, reach, signal);
  }
  await to.directory.sync();
  await source.directory.sync();
}

async function moveAcross(source: Target, to: Target, reach: Reach, signal: AbortSignal): Promise<void> {
  await withChild(source.directory, source.name, reach, async (directory) => {
    const run = { reach, signal, onBytes: () => {}, isMove: true };
    const was = wordAt(source.directory, source.name);
    const copied = await copyDirectory(directory, to, run, async (all) => {
      await checkUnchanged(directory, all, reach);
      if (wordAt(source.directory, source.name) !== was) throw changedMeanwhile(source.path);
    });
    try {
      await removeCopied(directory, copied, reach);
      rmdirSync(source.directory.at(source.name));
    } catch (cause) {
      throw new ToolError(
        'CONFLICT',
        `${source.path} was copied to ${to.path}, but not all of it was removed`,
        {
          cause,
          hint: `The copy is complete. What is left of ${source.path} was changed meanwhile, or is not this user's to remove.`,
        },
      );
    }
  });
}

/** What was written to a directory while it was copied may not be in the copy. */
async function checkUnchanged(directory: Directory, copied: readonly Copied[], reach: Reach): Promise<void> {
  for (const { name, was, entries } of copied) {
    checkIs(directory, name, was);
    if (entries) await withChild(directory, name, reach, (below) => checkUnchanged(below, entries, reach));
  }
}

/** Removes what was copied and is still the same; anything else stays, and so do the directories around it. */
async function removeCopied(directory: Directory, copied: readonly Copied[], reach: Reach): Promise<void> {
  for (const { name, was, entries } of copied) {
    if (entries) {
      await withChild(directory, name, reach, (below) => removeCopied(below, entries, reach));
      rmdirSync(directory.at(name));
    } else {
      checkIs(directory, name, was);
      unlinkSync(directory.at(name));
    }
  }
  // A tree can be large, and others are waiting.
  await setImmediate();
}

function checkIs(directory: Directory, name: EntryName, was: string): void {
  if (wordAt(directory, name) !== was) throw changedMeanwhile(join(directory.realPath, shownAs(name)));
}

function wordAt(directory: Directory, name: EntryName): string | undefined {
  const stats = lookAt(directory, name);
  return stats && wordFor(stats);
}
