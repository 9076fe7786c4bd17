import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_PLACES } from '../../core/sensitive-paths.ts';

const SET_ASIDE = '.set-aside';

/**
 * A mount can keep what is there from being changed, not what is missing from being made: a hook or an agent's
 * settings file that a locked-in program made is given another name when it has ended, before anybody reads it.
 */
export function guardProtected(roots: readonly string[]): () => readonly string[] {
  const missing = roots.flatMap((root) =>
    PROTECTED_PLACES.map((place) => join(root, place)).filter(isMissing),
  );
  return () => missing.filter((path) => !isMissing(path)).map(setAside);
}

const isMissing = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined;

function setAside(path: string): string {
  const names = [SET_ASIDE, ...Array.from({ length: 99 }, (_, i) => `${SET_ASIDE}.${i + 1}`)];
  const target = path + (names.find((name) => isMissing(path + name)) ?? SET_ASIDE);
  renameSync(path, target);
  return target;
}
