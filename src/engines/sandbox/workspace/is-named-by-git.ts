import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { type ConfigBudget, LARGEST_CONFIG } from './git-config-copy.ts';
import { namedByGit, repositoryAt } from './git-named-places.ts';

const MOST_UPWARDS = 40;

/** Whether a path lies where the repository around it runs what it finds. */
export function isNamedByGit(path: string, roots: readonly string[]): boolean {
  let directory = dirname(path);
  const budget = { bytes: LARGEST_CONFIG };
  for (let up = 0; up < MOST_UPWARDS && isInside(directory, roots); up++) {
    if (isInside(path, placesOf(join(directory, '.git'), roots, budget))) return true;
    directory = dirname(directory);
  }
  return false;
}

/** What was found in this turn of the loop: who moves a directory asks about each file in it. */
const foundNow = new Map<string, readonly string[]>();

function placesOf(dotGit: string, roots: readonly string[], budget: ConfigBudget): readonly string[] {
  const key = [dotGit, ...roots].join('\0');
  const known = foundNow.get(key);
  if (known) return known;
  const places = existsSync(dotGit) ? namedByGit(repositoryAt(dotGit), roots, homedir(), budget).places : [];
  if (foundNow.size === 0) setImmediate(() => foundNow.clear());
  foundNow.set(key, places);
  return places;
}
