import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { isGone, onDisk } from '../../files/open/disk-names.ts';

/** What a path stands for, by device and inode; undefined where nothing is there. */
export function identityOf(path: string): string | undefined {
  try {
    const stats = lstatSync(onDisk(path), { throwIfNoEntry: false });
    return stats && `${stats.dev} ${stats.ino}`;
  } catch (error) {
    // What cannot be looked at is nothing that was seen before.
    return isGone(error) ? undefined : `unknown ${randomUUID()}`;
  }
}

/** One that cannot be looked at counts as none. */
export function isDirectory(path: string): boolean {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
