import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_GIT_PLACES, PROTECTED_PLACES } from '../../core/sensitive-paths.ts';
import type { Reach } from '../process/process.ts';

const SET_ASIDE = '.set-aside';

/**
 * A mount can keep what is there from being changed, not what is missing from being made: a hook or an agent's
 * settings file that a locked-in program made is given another name when it has ended, before anybody reads it.
 */
export function guardProtected({ roots, gitDir }: Pick<Reach, 'roots' | 'gitDir'>): () => readonly string[] {
  const places = [
    ...roots.flatMap((root) => PROTECTED_PLACES.map((place) => join(root, place))),
    ...(gitDir === undefined ? [] : PROTECTED_GIT_PLACES.map((place) => join(gitDir, place))),
  ];
  const missing = [...new Set(places)].filter(isMissing);
  return () => missing.filter((path) => !isMissing(path)).map(setAside);
}

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    // In a worktree `.git` is a file: what would lie in it is not there either.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return true;
    throw error;
  }
}

function setAside(path: string): string {
  const names = [SET_ASIDE, ...Array.from({ length: 99 }, (_, i) => `${SET_ASIDE}.${i + 1}`)];
  const target = path + (names.find((name) => isMissing(path + name)) ?? SET_ASIDE);
  renameSync(path, target);
  return target;
}
