import { ecosystemsIn } from './detect.ts';
import type { ProjectFiles } from './project-files.ts';

const MAX_DEPTH = 4;
const MAX_FOUND = 200;
/** The walk blocks everybody else; this many take a fraction of a second. */
const MAX_VISITED = 3000;

/** What holds what others wrote or what was made, never a project of one's own. */
const SKIPPED = new Set([
  'node_modules',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'bin',
  'obj',
  'venv',
  '__pycache__',
  'Pods',
]);

/** Directories with a manifest below the roots; what lies inside a project belongs to it and is not listed again. */
export function discoverProjects(files: ProjectFiles): string[] {
  const found: string[] = [];
  let level: readonly string[] = files.roots;
  let visited = 0;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const directory of level) {
      if (found.length === MAX_FOUND || ++visited > MAX_VISITED) return found;
      const entries = files.entries(directory);
      if (ecosystemsIn(entries.map(({ name }) => name)).length > 0) {
        found.push(directory);
        continue;
      }
      for (const entry of entries) {
        const isHidden = entry.name.startsWith('.') || SKIPPED.has(entry.name);
        if (entry.isDirectory() && !isHidden) next.push(`${directory}/${entry.name}`);
      }
    }
    level = next;
  }
  return found;
}
