import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { withOpened } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import type { Target } from '../open/target.ts';
import { checkRegular, readAll } from './read-whole.ts';

/** What a file holds before it is changed. */
export interface Current {
  /** Only the beginning of a file that is larger than what may be edited. */
  readonly bytes: Buffer;
  readonly size: number;
  /** Unknown where it is that large. */
  readonly sha256: string | undefined;
}

/** Enough to tell encoding and line ends. */
const HEAD_BYTES = 65_536;

export const isWhole = ({ sha256 }: Current): boolean => sha256 !== undefined;

/** Reads the entry that is about to be replaced; undefined if there is none. */
export function readTarget({ directory, name, path, stats }: Target, maxBytes: number): Current | undefined {
  if (!stats) return undefined;
  checkRegular(path, stats);
  const fd = openSync(
    directory.at(name),
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    return readDescriptor(fd, path, maxBytes);
  } finally {
    closeSync(fd);
  }
}

/** The same for a path that nothing is done to yet, for previews. */
export function peek(path: string, reach: Reach, maxBytes: number): Current | undefined {
  try {
    return withOpened(path, reach, ({ fd }) => readDescriptor(fd, path, maxBytes), { access: 'write' });
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function readDescriptor(fd: number, path: string, maxBytes: number): Current {
  const stats = fstatSync(fd);
  checkRegular(path, stats);
  if (stats.size > maxBytes) return { bytes: readHead(fd), size: stats.size, sha256: undefined };
  const bytes = readAll(fd, stats.size);
  return { bytes, size: bytes.length, sha256: hash('sha256', bytes) };
}

function readHead(fd: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
}

export const tooLargeToWrite = (path: string, size: number, maxBytes: number): ToolError =>
  new ToolError('TOO_LARGE', `${path} would have ${size} bytes; up to ${maxBytes} are written`, {
    hint: 'A person can raise maxWriteBytes in the configuration.',
  });

export const tooLargeToEdit = (path: string, size: number, maxBytes: number): ToolError =>
  new ToolError('TOO_LARGE', `${path} has ${size} bytes; files of up to ${maxBytes} are edited`, {
    hint: 'Change it with a command of shell_execute, or replace all of it with write_file. A person can raise maxWriteBytes in the configuration.',
  });

/** Lost updates: the file must be the one the caller read. */
export function checkExpected(
  path: string,
  current: Current | undefined,
  expected: string | undefined,
): void {
  if (expected === undefined || current?.sha256 === expected.toLowerCase()) return;
  if (current && current.sha256 === undefined)
    throw new ToolError('TOO_LARGE', `${path} has ${current.size} bytes, too many to compare its sha256`, {
      hint: 'Nothing was written. Leave expectedSha256 out to replace it as it is.',
    });
  throw new ToolError(
    'CONFLICT',
    current
      ? `${path} changed since it was read: its sha256 is ${current.sha256}, not ${expected}`
      : `${path} does not exist any more`,
    { hint: 'Nothing was written. Read it again and repeat the change.' },
  );
}
