import { hash } from 'node:crypto';
import { closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { openDirectory } from '../open/directory.ts';
import { LOOK_ONLY } from '../open/entry-name.ts';
import { type EntryType, typeOf } from '../open/entry-type.ts';
import { type Opened, openInside } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import { readAll } from './read-whole.ts';

export interface FileInfo {
  readonly path: string;
  readonly type: EntryType;
  readonly size: number;
  readonly mode: string;
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly created: string;
  readonly modified: string;
  readonly accessed: string;
  readonly sha256?: string;
  readonly symlinkTarget?: string;
}

const MOST_HASHED = 10_485_760;

/** What is at a path, links followed; undefined if nothing is. */
export function typeAt(path: string, reach: Reach): EntryType | undefined {
  try {
    const { fd, stats } = openInside(path, reach, { access: 'list', flags: LOOK_ONLY });
    closeSync(fd);
    return typeOf(stats);
  } catch (error) {
    if (error instanceof ToolError && (error.code === 'NOT_FOUND' || isNoName(error))) return undefined;
    throw error;
  }
}

/** What cannot be a name, or leads in a circle, is not there either. */
const isNoName = ({ cause }: ToolError): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENAMETOOLONG' || cause.code === 'ELOOP');

/** Everything the file system knows of an entry; of a link, the link itself. */
export function infoOf(path: string, reach: Reach): FileInfo {
  const flags = LOOK_ONLY | (constants.O_NOFOLLOW ?? 0);
  const opened = openInside(path, reach, { access: 'list', flags });
  try {
    const { stats } = opened;
    const type = typeOf(stats);
    const sha256 = type === 'file' && stats.size <= MOST_HASHED ? hashOf(path, opened, reach) : undefined;
    return {
      path,
      type,
      size: stats.size,
      mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
      owner: { uid: stats.uid, gid: stats.gid },
      created: stats.birthtime.toISOString(),
      modified: stats.mtime.toISOString(),
      accessed: stats.atime.toISOString(),
      ...(sha256 !== undefined && { sha256 }),
      ...(type === 'symlink' && { symlinkTarget: targetOf(path, reach) }),
    };
  } finally {
    closeSync(opened.fd);
  }
}

/** A hash tells something of what is in a file, so it is given only where reading it is free, and possible. */
function hashOf(path: string, { fd, stats, realPath }: Opened, reach: Reach): string | undefined {
  if (reach.judge(realPath, 'read').risk !== 'SAFE') return undefined;
  try {
    const readable = openSync(
      process.platform === 'linux' ? `/proc/self/fd/${fd}` : path,
      constants.O_RDONLY,
    );
    try {
      return hash('sha256', readAll(readable, stats.size));
    } finally {
      closeSync(readable);
    }
  } catch {
    // This user may not read it.
    return undefined;
  }
}

function targetOf(path: string, reach: Reach): string {
  const directory = openDirectory(dirname(path), reach);
  try {
    return readlinkSync(directory.at(basename(path)));
  } finally {
    directory.close();
  }
}
