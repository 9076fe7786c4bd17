import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ToolError } from '../../core/errors.ts';
import type { DiskPath } from './entry-name.ts';

const PIECE_BYTES = 1_048_576;
const SMALL_BYTES = 65_536;

/** Opens a file itself, never what a link leads to, and never waits for a FIFO. */
export const openEntry = (path: DiskPath): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

/** Copies what is in one file to another in pieces, so that it can be stopped. */
export async function pump(from: FileHandle, to: FileHandle, signal: AbortSignal): Promise<number> {
  const { size } = await from.stat();
  // Most files are small, and a tree has many of them.
  const piece = Buffer.allocUnsafe(Math.min(Math.max(size, SMALL_BYTES), PIECE_BYTES));
  for (let total = 0; ; ) {
    if (signal.aborted) throw new ToolError('CANCELLED', 'The copy was cancelled');
    const { bytesRead } = await from.read(piece, 0, piece.length, total);
    if (bytesRead === 0) return total;
    await to.writeFile(piece.subarray(0, bytesRead));
    total += bytesRead;
  }
}
