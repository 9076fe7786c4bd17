import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEEPEST_MODULES = 4;

/** The repositories of submodules, whose names may hold slashes. */
export function modulesIn(directory: string, depth = 0): string[] {
  if (depth > DEEPEST_MODULES || !existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name))
    .flatMap((place) =>
      existsSync(join(place, 'HEAD'))
        ? [place, ...modulesIn(join(place, 'modules'), depth + 1)]
        : modulesIn(place, depth + 1),
    );
}
