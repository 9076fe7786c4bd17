import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../core/paths.ts';
import { isSecretFile, SECRET_PLACES } from '../../core/sensitive-paths.ts';

/** A workspace is looked through this far; the judgement of the command covers what it names beyond that. */
const MOST_DIRECTORIES = 64;
const NOT_LOOKED_INTO = new Set([
  '.git',
  'node_modules',
  'target',
  'dist',
  'build',
  '.venv',
  'vendor',
  '__pycache__',
]);

/** What is there, as directories and as files: a directory is covered by an empty one, a file by nothing. */
export interface Places {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Keys and credentials of the user, and files in the workspace whose name says that they hold some. */
export function secretsOf(home: string, roots: readonly string[], { inRoots = true } = {}): Places {
  const places = SECRET_PLACES.map((place) => join(home, place));
  return existing([...places, ...(inRoots ? roots.flatMap(secretFilesIn) : [])], roots);
}

/** The real paths of what exists, without what a root lies in: whoever opened that directory wants it open. */
export function existing(paths: readonly string[], roots: readonly string[] = []): Places {
  const directories: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    // A mount has to name the place itself: bubblewrap does not follow links on the way.
    const place = realpathSync(path);
    if (roots.some((root) => isInside(root, [place]))) continue;
    (stats.isDirectory() ? directories : files).push(place);
  }
  return { directories, files };
}

function secretFilesIn(root: string): string[] {
  const found: string[] = [];
  const waiting = [root];
  for (let looked = 0; looked < MOST_DIRECTORIES; looked++) {
    const directory = waiting.shift();
    if (directory === undefined) break;
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name)) waiting.push(path);
      else if (isSecretFile(path) && (entry.isFile() || entry.isSymbolicLink())) found.push(path);
    }
  }
  return found;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Gone, or not ours to read: then the child cannot read it either.
    return [];
  }
}
