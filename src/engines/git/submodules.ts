import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/paths.ts';
import type { Repository } from './repository.ts';
import type { Git } from './run-git.ts';

const AT_ONCE = 4;

/** Submodules with changes of their own, each looked at like any other repository. */
export async function changedSubmodules(
  { top }: Repository,
  git: Git,
  isChanged: (path: string) => Promise<boolean>,
): Promise<string[]> {
  if (top === undefined) return [];
  const waiting = (await submodulePaths(top, git)).filter(
    (path) => isInside(join(top, path), [top]) && existsSync(join(top, path, '.git')),
  );
  const changed: string[] = [];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (await isChanged(join(top, path)).catch(unreadable)) changed.push(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return changed.sort();
}

async function submodulePaths(top: string, git: Git): Promise<string[]> {
  const file = join(top, '.gitmodules');
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  const query = ['config', '--file', file, '-z', '--get-regexp', String.raw`^submodule\..*\.path$`];
  const { stdout } = await git(query, { answers: [0, 1] });
  return stdout.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(line.indexOf('\n') + 1)]));
}

/** One that cannot be looked at (it leads out of the roots, or is broken) must not hide the state of all others. */
function unreadable(error: unknown): false {
  if (error instanceof ToolError && error.code !== 'CANCELLED' && error.code !== 'TIMEOUT') return false;
  throw error;
}
