import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const LARGEST = 1_048_576;

/** A small regular file; undefined for anything else. A named pipe must not make the host wait for a writer. */
export function readSmall(path: string): string | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(fd);
      return stats.isFile() && stats.size <= LARGEST ? readFileSync(fd, 'utf8') : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}
