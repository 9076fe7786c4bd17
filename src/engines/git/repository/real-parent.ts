import { basename, dirname, join } from 'node:path';
import { systemPath } from '../../files/open/system-path.ts';

/** Where a path that need not exist yet would lie, links above it resolved. */
export function realParentOf(path: string): string {
  try {
    return systemPath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realParentOf(parent), basename(path));
  }
}
