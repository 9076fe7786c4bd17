import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ToolError } from '../../../core/errors.ts';
import type { DiskPath } from '../open/entry-name.ts';

const PIECE_BYTES = 1_048_576;
const SMALL_BYTES = 65_536;

/** Opens a file itself, never what a link leads to, and never waits for a FIFO. */
export const openEntry = (path: DiskPath): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

/** Copies what is in one file to a new one in pieces, so that it can be stopped. Holes stay holes. */
export async function pump(from: FileHandle, to: FileHandle, signal: AbortSignal): Promise<number> {
  const { size, blocks } = await from.stat();
  const hasHoles = blocks * BLOCK_BYTES < size;
  // Most files are small, and a tree has many of them.
  const piece = Buffer.allocUnsafe(Math.min(Math.max(size, SMALL_BYTES), PIECE_BYTES));
  for (let total = 0; ; ) {
    if (signal.aborted) throw new ToolError('CANCELLED', 'The copy was cancelled');
    const { bytesRead } = await from.read(piece, 0, piece.length, total);
    if (bytesRead === 0) return total;
    const bytes = piece.subarray(0, bytesRead);
    // A file that is made longer without being written to has a hole there.
    if (hasHoles && isZero(bytes)) await to.truncate(total + bytesRead);
    else await writeAt(to, bytes, total);
    total += bytesRead;
  }
}

// What a system counts blocks in, whatever its own are.
const BLOCK_BYTES = 512;
const ZEROS = Buffer.alloc(PIECE_BYTES);

const isZero = (bytes: Buffer): boolean => bytes.equals(ZEROS.subarray(0, bytes.length));

async function writeAt(to: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await to.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
