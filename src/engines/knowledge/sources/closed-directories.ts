import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const MOST = 20;

/**
 * Directories around these files that cannot be looked into, a few at most. The search that lists the files passes them
 * by without a word, and nobody would know why a document is not found.
 */
export async function closedDirectories(root: string, files: readonly string[]): Promise<string[]> {
  if (!(await isOpen(root))) return [root];
  const known = directoriesOf(root, files);
  const closed: string[] = [];
  for (const directory of known) {
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (!entry.isDirectory() || entry.name === '.git' || known.has(path) || (await isOpen(path))) continue;
      if (closed.push(path) >= MOST) return closed;
    }
  }
  return closed;
}

/** The directories that lead to these files, from the root on. */
function directoriesOf(root: string, files: readonly string[]): Set<string> {
  const found = new Set([root]);
  for (const file of files)
    for (let at = dirname(file); at.length > root.length && !found.has(at); at = dirname(at)) found.add(at);
  return found;
}

const isOpen = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
