import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { readRegularBytes } from '../../files/open/regular-file.ts';
import type { Git } from '../run/run-git.ts';
import type { Repository } from './repository.ts';

const AT_ONCE = 4;

/** A submodule, by its path in the repository, with what was found out about it. */
export interface Submodule<T> {
  readonly path: string;
  readonly found: T;
}

/** Submodules of which something is to be told, each looked at like any other repository. */
export async function readSubmodules<T>(
  { top, gitDir }: Repository,
  git: Git,
  read: (path: string) => Promise<T | undefined>,
): Promise<Submodule<T>[]> {
  if (top === undefined || !(await mayHoldLinks(gitDir))) return [];
  const waiting = (await linksInIndex(git)).filter(
    (path) => path !== '' && isInside(join(top, path), [top]) && existsSync(join(top, path, '.git')),
  );
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

/** One that cannot be looked at (it leads out of the roots, or is broken) must not hide the state of all others. */
function unreadable(error: unknown): undefined {
  if (error instanceof ToolError && error.code !== 'CANCELLED' && error.code !== 'TIMEOUT') return undefined;
  throw error;
}

/** What git goes by, too: .gitmodules may name what is none, and not name a repository that was added as it is. */
async function linksInIndex(git: Git): Promise<string[]> {
  const links = new Set<string>();
  let rest = '';
  await git(['ls-files', '--stage', '-z'], {
    onStdout: (text) => {
      const lines = `${rest}${text}`.split('\0');
      rest = lines.pop() ?? '';
      // One in conflict is listed once for each side.
      for (const line of lines) if (line.startsWith(LINK)) links.add(line.slice(line.indexOf('\t') + 1));
      return true;
    },
  });
  return [...links];
}

const LINK = '160000 ';
const LINK_IN_INDEX = Buffer.from([0, 0, 0o160000 >> 8, 0]);
const MOST_INDEX_BYTES = 67_108_864;

/** To list an index takes long and hardly any has one: its bytes tell, though they may stand for a size as well. */
export async function mayHoldLinks(gitDir: string): Promise<boolean> {
  const names = (await readdir(gitDir)).filter((name) => name === 'index' || name.startsWith('sharedindex.'));
  // One that cannot be read, or is replaced right now, is left to git.
  return names.some((name) => mayHoldLinksIn(join(gitDir, name)));
}

function mayHoldLinksIn(index: string): boolean {
  try {
    return readRegularBytes(index, MOST_INDEX_BYTES)?.includes(LINK_IN_INDEX) ?? true;
  } catch {
    return true;
  }
}
