import { existsSync, lstatSync } from 'node:fs';
import { join, relative } from 'node:path';
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
  // Whatever way it is written: git itself would stop at one that is empty or leads out.
  const named = (await submodulePaths(top, git))
    .map((path) => relative(top, join(top, path)))
    .filter((path) => path !== '' && isInside(join(top, path), [top]) && existsSync(join(top, path, '.git')));
  const waiting = named.length === 0 ? [] : await onlyTracked(named, git);
  const told: Submodule<T>[] = [];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const found = await read(join(top, path)).catch(unreadable);
      if (found !== undefined) told.push({ path, found });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return told;
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

/** .gitmodules may name what is none: a directory that was taken out, or a submodule of a submodule. */
async function onlyTracked(named: readonly string[], git: Git): Promise<string[]> {
  const { stdout } = await git(['ls-files', '--stage', '-z', '--', ...named]);
  const links = stdout.split('\0').filter((line) => line.startsWith('160000 '));
  // One in conflict is listed once for each side.
  return [...new Set(links.map((line) => line.slice(line.indexOf('\t') + 1)))];
}
