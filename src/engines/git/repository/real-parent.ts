import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a path that need not exist yet would lie, links above it resolved. */
export function realParentOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realParentOf(parent), basename(path));
  }
}
