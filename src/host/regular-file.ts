import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a small file; anything else in its place fails, and is not waited for. */
export function readRegularFile(path: string, mostBytes: number): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
