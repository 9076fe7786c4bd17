import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The directory of the installed package: from the source tree, the library and the bundle alike. */
export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    const above = dirname(directory);
    if (above === directory) throw new Error(`No package.json above ${import.meta.url}`);
    directory = above;
  }
  return directory;
}
