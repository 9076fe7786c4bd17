import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/paths.ts';
import type { Repository } from './repository.ts';
import type { Git } from './run-git.ts';

const AT_ONCE = 4;

/** A submodule, by its path in the repository, with what was found out about it. */
export interface Submodule<T> {
  readonly path: string;
  readonly found: T;
}

/** Submodules of which something is to be told, each looked at like any other repository. */
export async function readSubmodules<T>(
  { top }: Repository,
  git: Git,
  read: (path: string) => Promise<T | undefined>,
): Promise<Submodule<T>[]> {
  if (top === undefined) return [];
  const waiting = (await submodulePaths(top, git)).filter(
    (path) => isInside(join(top, path), [top]) && existsSync(join(top, path, '.git')),
  );
  const told: Submodule<T>[] = [];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const found = await read(join(top, path)).catch(unreadable);
      if (found !== undefined) told.push({ path, found });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return told.length === 0 ? [] : onlyTracked(told, git);
}

async function submodulePaths(top: string, git: Git): Promise<string[]> {
  const file = join(top, '.gitmodules');
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  const query = ['config', '--file', file, '-z', '--get-regexp', String.raw`^submodule\..*\.path$`];
  const { stdout } = await git(query, { answers: [0, 1] });
  return stdout.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(line.indexOf('\n') + 1)]));
}

/** One that cannot be looked at (it leads out of the roots, or is broken) must not hide the state of all others. */
function unreadable(error: unknown): undefined {
  if (error instanceof ToolError && error.code !== 'CANCELLED' && error.code !== 'TIMEOUT') return undefined;
  throw error;
}

/** .gitmodules may name what is none: a directory that was never added, or was taken out. */
async function onlyTracked<T>(named: readonly Submodule<T>[], git: Git): Promise<Submodule<T>[]> {
  const { stdout } = await git(['ls-files', '--stage', '-z', '--', ...named.map(({ path }) => path)]);
  const tracked = new Set(
    stdout
      .split('\0')
      .flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : [])),
  );
  return named.filter(({ path }) => tracked.has(path));
}
