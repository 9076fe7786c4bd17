import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../core/paths.ts';
import { PROTECTED_GIT_PLACES } from '../../core/sensitive-paths.ts';

/** A repository, as a sandbox mounts it. */
export interface GitPlace {
  /** The `.git` of the working tree: a directory, or a file that names one. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Where git keeps the repository, if that lies outside the roots and really belongs to this working tree. */
  readonly elsewhere?: string;
  /** What must not be changed in it. */
  readonly fixed: readonly string[];
}

export function gitPlace(path: string, roots: readonly string[]): GitPlace | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { path, isDirectory: true, fixed: fixedIn(path) };
  if (!stats?.isFile()) return undefined;
  const elsewhere = commonDirectory(path);
  if (elsewhere === undefined || isInside(elsewhere, roots))
    return { path, isDirectory: false, fixed: [path] };
  return { path, isDirectory: false, elsewhere, fixed: [path, ...fixedIn(elsewhere)] };
}

const fixedIn = (gitDir: string): string[] =>
  PROTECTED_GIT_PLACES.map((place) => join(gitDir, place)).filter(
    (place) => statSync(place, { throwIfNoEntry: false }) !== undefined,
  );

/**
 * The repository of a linked working tree. Anybody can write a file that names a directory, so the repository must
 * name the working tree as well.
 */
export function commonDirectory(gitFile: string): string | undefined {
  try {
    const gitDir = resolve(dirname(gitFile), firstLine(gitFile).replace(/^gitdir: /, ''));
    if (resolve(gitDir, firstLine(join(gitDir, 'gitdir'))) !== gitFile) return undefined;
    return resolve(gitDir, firstLine(join(gitDir, 'commondir')));
  } catch {
    return undefined;
  }
}

const firstLine = (path: string): string => readFileSync(path, 'utf8').split('\n')[0]?.trim() ?? '';
