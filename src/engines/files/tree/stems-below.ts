import { readdirSync } from 'node:fs';
import { join } from 'node:path';

// Everybody else waits meanwhile.
const MOST_DIRECTORIES = 1000;
const MOST_NAMES = 50_000;

/** What programs look up there lies right in them. */
const LOOKED_INTO = new Set(['.git', 'node_modules', 'site-packages', '__pycache__', 'dist', 'target']);

/**
 * What things below a directory are called, with their endings and without: `a.b`, `a` and `a.b.py` of `a.b.py`.
 * Undefined where that is too much to look at.
 */
export function stemsBelow(directory: string): ReadonlySet<string> | undefined {
  const stems = new Set<string>();
  const waiting = [{ path: directory, isLast: false }];
  for (const { path, isLast } of waiting) {
    for (const entry of entriesIn(path)) {
      for (const stem of stemsOf(entry.name)) stems.add(stem);
      if (!isLast && entry.isDirectory())
        waiting.push({ path: join(path, entry.name), isLast: LOOKED_INTO.has(entry.name) });
    }
    if (waiting.length > MOST_DIRECTORIES || stems.size > MOST_NAMES) return undefined;
  }
  return stems;
}

function entriesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // Not ours to read, or gone by now.
    return [];
  }
}

function* stemsOf(name: string): Iterable<string> {
  for (let at = name.indexOf('.'); at !== -1; at = name.indexOf('.', at + 1)) yield name.slice(0, at);
  yield name;
}
