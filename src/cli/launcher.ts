import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a person types to run this program: its name where it is installed, else where it lies. */
export function launcher(): string {
  const own = process.argv[1] ?? 'toolgate';
  const isInstalled = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isSame(join(folder, 'toolgate'), own));
  return isInstalled ? 'toolgate' : own;
}

const isSame = (a: string, b: string): boolean =>
  existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);
