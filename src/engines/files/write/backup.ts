import { constants, copyFileSync, linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskPath } from '../open/entry-name.ts';
import type { Target } from '../open/target.ts';

export interface Backup {
  readonly path: string;
  /** For a write that failed. */
  undo(): void;
}

/** Keeps the file as it is under `<name>.backup`, `.backup.1` and so on, never over an older one. */
export function makeBackup({ directory, name }: Target): Backup {
  for (let number = 0; ; number++) {
    const backup = number === 0 ? `${name}.backup` : `${name}.backup.${number}`;
    if (keepAs(directory.at(name), directory.at(backup)))
      return {
        path: join(directory.realPath, backup),
        undo: () => rmSync(directory.at(backup), { force: true }),
      };
  }
}

/** False if there is something under that name. */
function keepAs(path: DiskPath, backup: DiskPath): boolean {
  try {
    // A second name for the same file: the write puts a new file under the first one.
    linkSync(path, backup);
    return true;
  } catch (error) {
    // Sound: linkSync throws nothing but errno exceptions.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
  }
  return copyExclusively(path, backup);
}

function copyExclusively(path: DiskPath, backup: DiskPath): boolean {
  try {
    copyFileSync(path, backup, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
