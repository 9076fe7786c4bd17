import { realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../host/package-root.ts';

/** What a person types to run this program: its name where it is installed, else where it lies. */
export function launcher(): string {
  const own = join(packageRoot(), 'bin', 'toolgate.js');
  const isInstalled = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isSame(join(folder, 'toolgate'), own));
  return isInstalled ? 'toolgate' : own;
}

function isSame(found: string, own: string): boolean {
  try {
    return realpathSync(found) === realpathSync(own);
  } catch {
    return false;
  }
}
