import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { onDisk } from './disk-names.ts';

/** The text of a small file; undefined for anything else in its place, which is not waited for. */
export function readRegularFile(
  path: string,
  mostBytes: number,
  { followsLink = true } = {},
): string | undefined {
  const fd = openSync(
    onDisk(path),
    constants.O_RDONLY | constants.O_NONBLOCK | (followsLink ? 0 : constants.O_NOFOLLOW),
  );
  try {
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(fd, 'utf8') : undefined;
  } finally {
    closeSync(fd);
  }
}
