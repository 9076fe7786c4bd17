import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isThere, onDisk, realPath } from '../../files/open/disk-names.ts';

const SET_ASIDE = '.set-aside';
const LONGEST_NAME = 255;

/** Gives what is there another name, and puts this text in its place. Answers that name, for people. */
export function setAside(path: string, places: readonly string[], text?: string): string[] {
  return inDirectory(dirname(path), places, (directory, fd) => {
    const at = join(directory, basename(path));
    const name = freeName(directory, basename(path));
    try {
      whereWritable(fd, () => renameSync(onDisk(at), onDisk(join(directory, name))));
    } catch {
      // It must not stay where it is.
      whereWritable(fd, () => rmSync(onDisk(at), { recursive: true, force: true }));
      return [`${path} (removed)`];
    }
    if (text !== undefined) writeFileSync(onDisk(at), text, { flag: 'wx' });
    return [join(dirname(path), name)];
  });
}

export const isSetAside = (path: string): boolean => basename(path).includes(SET_ASIDE);

/** A directory may be closed to its own user, who can open it. */
function whereWritable(directory: number, work: () => void): void {
  const { mode } = fstatSync(directory);
  if ((mode & OWNER_WRITES) === OWNER_WRITES) {
    work();
    return;
  }
  fchmodSync(directory, mode | OWNER_WRITES);
  try {
    work();
  } finally {
    fchmodSync(directory, mode);
  }
}

const OWNER_WRITES = 0o300;

function freeName(directory: string, name: string): string {
  const first = name + SET_ASIDE;
  if (Buffer.byteLength(first) > LONGEST_NAME) return `${randomUUID()}${SET_ASIDE}`;
  return isThere(join(directory, first)) ? `${first}.${randomUUID()}` : first;
}

/**
 * A program that still runs may put a link in the place of a directory: where that leads out of what is open, nothing is
 * renamed. On Linux the directory stays the one that was looked at.
 */
function inDirectory(
  path: string,
  places: readonly string[],
  work: (directory: string, fd: number) => string[],
): string[] {
  const fd = openSync(onDisk(path), constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    const directory = process.platform === 'linux' ? `/proc/self/fd/${fd}` : path;
    return isInside(realPath(directory), places) ? work(directory, fd) : [];
  } finally {
    closeSync(fd);
  }
}
