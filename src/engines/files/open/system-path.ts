import { closeSync, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { type DiskPath, LOOK_ONLY } from './entry-name.ts';

/** The end of what Linux says of a descriptor whose file is gone; a name may also end like this. */
const GONE = ' (deleted)';

/**
 * Where a path that exists leads, links resolved; throws as `realpathSync` does. On Linux the kernel walks, as it does for
 * whoever opens the path: libc and Node ask for every part by its whole path, which takes a second for a name whose links
 * go deep and back, where the kernel takes milliseconds.
 */
export function systemPath(path: string): string {
  if (LOOK_ONLY === 0) return realpathSync.native(path);
  const read = (link: string): string => readlinkSync(link);
  return opened(path, read, (real) => real.startsWith('/') && !real.endsWith(GONE));
}

/** The same for names that are no text. */
export function systemPathBytes(path: DiskPath): Buffer {
  if (LOOK_ONLY === 0) return realpathSync.native(path, 'buffer');
  const read = (link: string): Buffer => readlinkSync(link, 'buffer');
  return opened(path, read, (real) => real[0] === SLASH && !real.toString('latin1').endsWith(GONE));
}

function opened<T extends DiskPath>(
  path: DiskPath,
  read: (link: string) => T,
  isPlain: (real: T) => boolean,
): T {
  const fd = openSync(path, LOOK_ONLY);
  try {
    const real = read(`/proc/self/fd/${fd}`);
    // What is gone by now, or lies outside of all that this process can name.
    if (!isPlain(real) && !isSame(real, fd)) throw gone(path);
    return real;
  } finally {
    closeSync(fd);
  }
}

const SLASH = 0x2f;

function isSame(path: DiskPath, fd: number): boolean {
  const [named, held] = [lstatSync(path, { throwIfNoEntry: false }), fstatSync(fd)];
  return named?.ino === held.ino && named.dev === held.dev;
}

const gone = (path: DiskPath): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, '${path.toString()}'`), { code: 'ENOENT' });
