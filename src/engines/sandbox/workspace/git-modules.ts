import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEEPEST_MODULES = 8;

/** The repositories of submodules, and directories that lie too deep to be looked through. */
export interface Modules {
  readonly stores: readonly string[];
  readonly tooDeep: readonly string[];
}

/** Of a repository and of its linked working trees, each of which has its own. */
export function modulesOf(common: string): Modules {
  const trees = namesIn(join(common, 'worktrees')).map((name) => join(common, 'worktrees', name));
  return joined([common, ...trees].map((place) => modulesIn(join(place, 'modules'), 0)));
}

/** Their names may hold slashes. */
function modulesIn(directory: string, depth: number): Modules {
  const places = namesIn(directory).map((name) => join(directory, name));
  if (depth > DEEPEST_MODULES) return { stores: [], tooDeep: places.length > 0 ? [directory] : [] };
  return joined(
    places.map((place) => {
      if (!existsSync(join(place, 'HEAD'))) return modulesIn(place, depth + 1);
      return joined([{ stores: [place], tooDeep: [] }, modulesIn(join(place, 'modules'), depth + 1)]);
    }),
  );
}

const joined = (parts: readonly Modules[]): Modules => ({
  stores: parts.flatMap(({ stores }) => stores),
  tooDeep: parts.flatMap(({ tooDeep }) => tooDeep),
});

/** Of the directories in it. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
