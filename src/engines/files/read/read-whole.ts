import { readSync, type Stats } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';

export function checkRegular(path: string, stats: Pick<Stats, 'isDirectory' | 'isFile'>): void {
  if (stats.isDirectory()) {
    throw new ToolError('VALIDATION', `${path} is a directory`, {
      hint: 'Name a file; list_directory shows what is in it.',
    });
  }
  if (!stats.isFile()) {
    throw new ToolError('VALIDATION', `${path} is not a regular file`, {
      hint: 'It is a device, a socket or a named pipe; only files are read and written.',
    });
  }
}

// A log may grow while it is read; it is read up to here, and not for ever.
const MOST_GROWTH = 1_048_576;

/** Reads to the end of the file, which may have grown or shrunk since it was measured. */
export const readAll = (fd: number, size: number): Buffer => readInto(Buffer.allocUnsafe(size + 1), fd, size);

const scratch = Buffer.allocUnsafeSlow(65_536);

/** The same for callers that are done with the bytes before anything else is read: a buffer of one's own costs as much as the read. */
export const readBriefly = <T>(fd: number, size: number, use: (bytes: Buffer) => T): T =>
  use(size < scratch.length ? readInto(scratch.subarray(0, size + 1), fd, size) : readAll(fd, size));

function readInto(first: Buffer, fd: number, size: number): Buffer {
  const count = readSync(fd, first, 0, first.length, 0);
  if (count <= size) return first.subarray(0, count);
  const rest = Buffer.allocUnsafe(MOST_GROWTH);
  return Buffer.concat([first, rest.subarray(0, readSync(fd, rest, 0, rest.length, count))]);
}
