import { chmodSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import { type Directory, openDirectory } from '../open/directory.ts';
import { type EntryName, readEntries, shownAs } from '../open/entry-name.ts';
import { checkDenied, type Reach } from '../open/reach.ts';

/** Runs `use` with a directory in one that was verified, never with what a link leads to. */
export async function withChild<T>(
  parent: Directory,
  name: EntryName,
  reach: Reach,
  use: (directory: Directory) => Promise<T>,
): Promise<T> {
  const directory = openChild(parent, name, reach);
  try {
    return await use(directory);
  } finally {
    directory.close();
  }
}

const openChild = (parent: Directory, name: EntryName, reach: Reach): Directory =>
  openDirectory(join(parent.realPath, shownAs(name)), reach, { via: parent.at(name) });

/**
 * Refuses a tree that would hold something protected at its new place, or holds it where it is: moving a folder must be
 * neither a way to write it nor one to take it away from where a link or git's configuration finds it.
 */
export async function checkTree(
  directory: Directory,
  to: string,
  reach: Reach,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, shown, type } of readEntries(directory.at('.'))) {
    const [from, place] = [join(directory.realPath, shown), join(to, shown)];
    checkDenied(from, reach);
    checkPlace(from, reach);
    checkPlace(place, reach);
    if (type === 'directory')
      await withChild(directory, name, reach, (below) => checkTree(below, place, reach, signal));
  }
  // A tree can be large, and others are waiting.
  await setImmediate();
  if (signal.aborted) throw new ToolError('CANCELLED', 'The call was cancelled');
}

export function checkPlace(place: string, reach: Reach): void {
  const { isRefused, reason } = reach.judge(place, 'write');
  if (!isRefused) return;
  throw new ToolError('PROTECTED_PATH', `${place} is protected: ${reason ?? 'not for tools'}`, {
    hint: 'Move or copy the parts beside it one by one.',
  });
}

/** Removes what a failed copy left, going only through directories that were opened here. */
export async function removeTree(parent: Directory, name: EntryName, reach: Reach): Promise<void> {
  await withChild(parent, name, reach, async (directory) => {
    // The copy of a read-only directory gives nothing away.
    chmodSync(directory.at('.'), 0o700);
    for (const child of readEntries(directory.at('.'))) {
      if (child.type === 'directory') await removeTree(directory, child.name, reach);
      else unlinkSync(directory.at(child.name));
    }
    await setImmediate();
  });
  rmdirSync(parent.at(name));
}
