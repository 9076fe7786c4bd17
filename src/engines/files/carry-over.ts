import { chmodSync, lchownSync, lutimesSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { DiskPath } from './entry-name.ts';

/** Gives a moved file what it had where it was; the owner where the system lets us, as mv does. */
export async function carryOver(file: FileHandle, { uid, gid, mode, atime, mtime }: Stats): Promise<void> {
  const isOwned = await file.chown(uid, gid).then(
    () => true,
    () => false,
  );
  await file.chmod(mode & bitsFor(isOwned));
  await file.utimes(atime, mtime);
}

/** The same for a directory, and for a link itself, which has no mode. */
export function carryOverAt(path: DiskPath, stats: Stats): void {
  const isOwned = chownIfAllowed(path, stats);
  if (!stats.isSymbolicLink()) chmodSync(path, stats.mode & bitsFor(isOwned));
  lutimesSync(path, stats.atime, stats.mtime);
}

function chownIfAllowed(path: DiskPath, { uid, gid }: Stats): boolean {
  try {
    lchownSync(path, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** A program that runs as its owner must not become one that runs as another. */
const bitsFor = (isOwned: boolean): number => (isOwned ? 0o7777 : 0o777);
