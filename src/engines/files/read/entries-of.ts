import { readdirSync, statSync } from 'node:fs';
import { isInside } from '../../../core/path/paths.ts';

/** What lies in a directory inside the roots, or that it is a file; undefined where there is neither. */
export function entriesOf(path: string, roots: readonly string[]): readonly string[] | 'file' | undefined {
  if (!isInside(path, roots)) return undefined;
  try {
    const stats = statSync(path);
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? readdirSync(path) : undefined;
  } catch {
    return undefined;
  }
}
