import { chmodSync, lchownSync, lutimesSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { DiskPath } from '../open/entry-name.ts';

/**
 * Gives a moved file the owner, mode and times it had, as far as this user may and the file system knows them: as with
 * mv, what is in a file is not left behind for the sake of these.
 */
export async function carryOver(file: FileHandle, { uid, gid, mode, atime, mtime }: Stats): Promise<void> {
  const isOwned = await works(() => file.chown(uid, gid));
  await works(() => file.chmod(mode & bitsFor(isOwned)));
  await works(() => file.utimes(atime, mtime));
}

/** The same for a directory, and for a link itself, which has no mode. */
export async function carryOverAt(path: DiskPath, stats: Stats): Promise<void> {
  const isOwned = await works(() => lchownSync(path, stats.uid, stats.gid));
  if (!stats.isSymbolicLink()) await works(() => chmodSync(path, stats.mode & bitsFor(isOwned)));
  await works(() => lutimesSync(path, stats.atime, stats.mtime));
}

async function works(change: () => void | Promise<void>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch {
    return false;
  }
}

/** A program that runs as its owner must not become one that runs as another. */
const bitsFor = (isOwned: boolean): number => (isOwned ? 0o7777 : 0o777);
