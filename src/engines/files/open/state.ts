import { hash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { readAll } from '../read/read-whole.ts';
import { openDirectory } from './directory.ts';
import { withOpened } from './open-inside.ts';
import type { Reach } from './reach.ts';
import { lookAt } from './target.ts';

/** What is at a path now, in a word that changes when it does (nobody can set the time of a change back); a link is what it leads to and where that is. */
export function stateOf(path: string, reach: Reach, maxBytes: number): string {
  try {
    return reach.roots.includes(path) ? 'root' : describe(path, reach, maxBytes);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return 'nothing';
    throw error;
  }
}

function describe(path: string, reach: Reach, maxBytes: number): string {
  const directory = openDirectory(dirname(path), reach);
  try {
    const name = basename(path);
    const stats = lookAt(directory, name);
    if (!stats) return 'nothing';
    const link = stats.isSymbolicLink() ? `link ${readlinkSync(directory.at(name))}` : undefined;
    if (link === undefined && !stats.isFile()) return `${stats.ino} ${stats.mtimeNs}`;
    if (stats.size > maxBytes) return `${stats.ino} ${stats.size} ${stats.ctimeNs}`;
    return `${link ?? 'file'} ${hashOf(join(directory.realPath, name), reach, maxBytes)}`;
  } finally {
    directory.close();
  }
}

const hashOf = (path: string, reach: Reach, maxBytes: number): string =>
  withOpened(
    path,
    reach,
    ({ fd, stats }) =>
      !stats.isFile() || stats.size > maxBytes
        ? `${stats.ino} ${stats.size} ${stats.ctimeMs}`
        : hash('sha256', readAll(fd, stats.size)),
    { access: 'list' },
  );
