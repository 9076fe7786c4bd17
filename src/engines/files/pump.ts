import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ToolError } from '../../core/errors.ts';
import type { DiskPath } from './entry-name.ts';

const PIECE_BYTES = 1_048_576;

/** Opens a file itself, never what a link leads to, and never waits for a FIFO. */
export const openEntry = (path: DiskPath): Promise<FileHandle> =>
  open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

/** Copies what is in one file to another in pieces, so that it can be stopped. */
export async function pump(from: FileHandle, to: FileHandle, signal: AbortSignal): Promise<number> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let total = 0; ; ) {
    if (signal.aborted) throw new ToolError('CANCELLED', 'The copy was cancelled');
    const { bytesRead } = await from.read(piece, 0, piece.length, total);
    if (bytesRead === 0) return total;
    await to.writeFile(piece.subarray(0, bytesRead));
    total += bytesRead;
  }
}
