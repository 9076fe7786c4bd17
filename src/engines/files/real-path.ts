import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a path leads once links are resolved; what does not exist yet is taken as written. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether there is something at this path that is neither a file nor a directory nor a link. */
export function isSpecialFile(path: string): boolean {
  try {
    const stats = lstatSync(path);
    return !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
  } catch {
    // Nothing there, or nothing we may see.
    return false;
  }
}
