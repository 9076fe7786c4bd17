import { chmodSync, closeSync, constants, fstatSync, openSync, read, readSync, writeSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { promisify } from 'node:util';

// A kept process has these files open. While no host runs it can make them as long as its limit lets it, take their mode
// away, or hold a lease on them.

/** Of what a kept process printed, so much stays when it has ended. */
const KEPT_BYTES = 8_388_608;
/** So much is read of one file at once, whatever its size; what we keep ourselves is never longer. */
const MOST_READ = 2 * KEPT_BYTES;
/** No file is this large; one that says so is full of holes, and numbers of its size are not exact any more. */
const LARGEST = 2 ** 40;
const PIECE_BYTES = 262_144;

/** A lease would hold up whoever waits for it, so nobody waits. */
const AT_ONCE = constants.O_NONBLOCK;
export const TO_FOLLOW = constants.O_RDWR | AT_ONCE;
export const TO_APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/** Opens such a file, which is ours whatever was made of its mode. */
export function openOutput(path: string, flags: number): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    chmodSync(path, 0o600);
    return openSync(path, flags, 0o600);
  }
}

/** Adds words of ours; where that cannot be done they are lost, and nothing else: who tells them has more to do. */
export function tellInOutput(path: string, words: string): void {
  try {
    const fd = openOutput(path, TO_APPEND | AT_ONCE);
    try {
      writeSync(fd, words);
    } finally {
      closeSync(fd);
    }
  } catch {
    // As said above.
  }
}

export interface Part {
  readonly bytes: Buffer;
  /** How much stands before it. */
  readonly before: number;
  readonly modifiedAt: string;
}

/** The beginning or the end of a file, as much as may be read at once; undefined where there is none. */
export function readPart(path: string, part: 'start' | 'end'): Part | undefined {
  const fd = openOrNothing(path);
  if (fd === undefined) return undefined;
  try {
    const { size, mtime } = fstatSync(fd);
    const length = Math.min(size, MOST_READ);
    const before = part === 'start' || !isExact(size) ? 0 : size - length;
    const bytes = Buffer.allocUnsafe(length);
    return {
      bytes: bytes.subarray(0, readSync(fd, bytes, 0, length, before)),
      before,
      modifiedAt: mtime.toISOString(),
    };
  } finally {
    closeSync(fd);
  }
}

/** Whether there is such an offset to read at. */
export const isExact = (size: number): boolean => size <= LARGEST;

export const leftOutBefore = (bytes: number): string => `[... the first ${bytes} bytes were not kept ...]\n`;

/** Keeps the end of what a process printed that has ended; a file that is longer is exchanged for one that is not. */
export async function shortenOutput(path: string): Promise<void> {
  const fd = openOrNothing(path);
  if (fd === undefined) return;
  try {
    const { size } = fstatSync(fd);
    if (size <= KEPT_BYTES + PIECE_BYTES) return;
    const shorter = `${path}.shorter`;
    const to = await open(shorter, 'w', 0o600);
    await copyEnd(fd, to, size).finally(() => to.close());
    await rename(shorter, path);
  } finally {
    closeSync(fd);
  }
}

const readAt = promisify(read);

async function copyEnd(fd: number, to: FileHandle, size: number): Promise<void> {
  const start = isExact(size) ? size - KEPT_BYTES : size;
  await to.write(leftOutBefore(start));
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = start; at < size; ) {
    const { bytesRead } = await readAt(fd, piece, 0, Math.min(PIECE_BYTES, size - at), at);
    if (bytesRead === 0) return;
    await to.write(piece, 0, bytesRead);
    at += bytesRead;
  }
}

function openOrNothing(path: string): number | undefined {
  try {
    return openOutput(path, constants.O_RDONLY | AT_ONCE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
