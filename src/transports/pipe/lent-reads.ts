import { fstatSync } from 'node:fs';
import { type OnReadOpts, Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Takes a piece of what was read. True: it keeps the bytes, so the next ones must go elsewhere. */
export type TakePiece = (piece: Buffer) => boolean;

const PIECE_BYTES = 65_536;

/**
 * For a socket that reads into one buffer again and again. Node gives every piece a new one of 64 KB, which costs more
 * than all that is done with most of them.
 */
export function lentReads(take: TakePiece): OnReadOpts {
  let buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let isKept = false;
  return {
    buffer: () => {
      if (isKept) buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
      isKept = false;
      return buffer;
    },
    callback: (count) => {
      isKept = take(buffer.subarray(0, count));
      return true;
    },
  };
}

/** Reads stdin from now on. */
export function readStdin(take: TakePiece): Readable {
  const stats = fstatSync(0);
  if (!stats.isFIFO() && !stats.isSocket()) return process.stdin.on('data', take);
  const stdin = new Socket({ fd: 0, readable: true, writable: false, onread: lentReads(take) });
  // A second one cannot be opened, and libraries look at it when they are loaded.
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  return stdin;
}
