import { lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reach } from '../process/process.ts';
import { commonDirectory } from './git-places.ts';
import { isHarmlessConfig } from './harmless-git-config.ts';
import { findInWorkspace, type WorkspaceFinds } from './workspace-index.ts';

const SET_ASIDE = '.set-aside';

/**
 * A mount can keep what is there from being changed, not what is missing from being made: a hook or an agent's
 * settings file that a program made is given another name when it has ended, before anybody reads it.
 */
export function guardProtected(
  { roots, gitDir, mayConfigureGit = false }: Pick<Reach, 'roots' | 'gitDir' | 'mayConfigureGit'>,
  before: readonly WorkspaceFinds[],
): () => Promise<readonly string[]> {
  const known = new Set(before.flatMap((found) => found.protected));
  const repositories = [...known].filter((path) => basename(path) === '.git');
  const owners = [...repositories, ...(gitDir === undefined ? [] : [gitDir])];
  const watched = owners.map(watchRepository);
  const configs = mayConfigureGit ? repositories.map(watchConfig) : [];
  return async () => {
    const now = (await Promise.all(roots.map(findInWorkspace))).flatMap((found) => found.protected);
    const made = now.filter((path) => !known.has(path)).flatMap((path) => harmfulPart(path, owners));
    return [
      ...made.map(setAside),
      ...watched.flatMap((look) => look()).map(setAside),
      ...configs.flatMap((look) => look()),
    ];
  };
}

/** Parts of a repository that name programs and were not there: no mount could hold their place. */
const PARTS = ['hooks', 'config', 'config.worktree', 'info/attributes'];

function watchRepository(gitDir: string): () => string[] {
  const missing = PARTS.map((part) => join(gitDir, part)).filter(isMissing);
  return () => missing.filter((path) => !isMissing(path) && !isHarmless(path));
}

/** A new repository is what `git init` and `git clone` make; only what would start programs has to go. */
function harmfulPart(path: string, owners: readonly string[]): string[] {
  if (basename(path) !== '.git') return [path];
  // A new working tree of a repository that was there before.
  if (!isDirectory(path)) return owners.includes(commonDirectory(path) ?? '') ? [] : [path];
  return PARTS.map((part) => join(path, part)).filter((part) => !isMissing(part) && !isHarmless(part));
}

function isHarmless(path: string): boolean {
  if (basename(path) === 'hooks' && isDirectory(path))
    return readdirSync(path).every((name) => name.endsWith('.sample'));
  if (/^config/.test(basename(path))) return isHarmlessConfig(readFileSync(path, 'utf8'));
  return false;
}

/** A git command may set its remotes and branches; what else it wrote there is taken back. */
function watchConfig(gitDir: string): () => string[] {
  const path = join(gitDir, 'config');
  const before = isMissing(path) ? undefined : readFileSync(path, 'utf8');
  return () => {
    const after = isMissing(path) ? undefined : readFileSync(path, 'utf8');
    if (before === undefined || after === undefined || after === before) return [];
    if (isHarmlessConfig(after, before)) return [];
    const aside = setAside(path);
    writeFileSync(path, before);
    return [aside];
  };
}

const isDirectory = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

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
