import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { readAll } from '../read/read-whole.ts';
import { onDisk } from './disk-names.ts';

interface Following {
  /** Whether a link in its place is followed. */
  readonly followsLink?: boolean;
}

const SMALL_BYTES = 1_048_576;
const TO_READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * What is in a file of at most so many bytes; undefined for anything else in its place: a named pipe or a device, which
 * is not waited for, or a file that is larger than it says, as those of /proc are. Throws where nothing can be opened.
 */
export function readRegularBytes(
  path: string,
  mostBytes: number,
  { followsLink = true }: Following = {},
): Buffer | undefined {
  const fd = openSync(onDisk(path), TO_READ | (followsLink ? 0 : constants.O_NOFOLLOW));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const bytes = readAll(fd, stats.size);
    return bytes.length > mostBytes ? undefined : bytes;
  } finally {
    closeSync(fd);
  }
}

/** The same as text. */
export const readRegularFile = (path: string, mostBytes: number, following?: Following): string | undefined =>
  readRegularBytes(path, mostBytes, following)?.toString('utf8');

/** The same, undefined also where nothing can be opened; links are followed only where that is said. */
export function readIfSmall(
  path: string,
  { followsLink = false, mostBytes = SMALL_BYTES }: Following & { readonly mostBytes?: number } = {},
): string | undefined {
  try {
    return readRegularFile(path, mostBytes, { followsLink });
  } catch {
    return undefined;
  }
}
