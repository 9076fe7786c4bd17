import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What a child prints on one stream. */
export interface ChildOutput {
  /** Settles when nobody writes to it any more. */
  readonly closed: Promise<void>;
  /** When the last piece came, on the clock of `performance`. */
  readonly lastAt: number;
  destroy(): void;
}

/** Where every pipe is read into, one piece after the other. */
const buffer = Buffer.allocUnsafeSlow(65_536);

/** Reads a pipe; a piece is only there while it is handed over, since the next one comes into the same memory. */
export function readPipe(fd: number, onData: (chunk: Buffer) => void): ChildOutput {
  let lastAt = 0;
  const callback = (length: number): boolean => {
    lastAt = performance.now();
    onData(buffer.subarray(0, length));
    return true;
  };
  const socket = new Socket({ fd, readable: true, writable: false, onread: { buffer, callback } });
  return watched(socket, () => lastAt);
}

/** Reads a stream of Node's own. */
export function readStream(stream: Readable, onData: (chunk: Buffer) => void): ChildOutput {
  let lastAt = 0;
  stream.on('data', (chunk: Buffer) => {
    lastAt = performance.now();
    onData(chunk);
  });
  return watched(stream, () => lastAt);
}

function watched(stream: Readable, lastAt: () => number): ChildOutput {
  // A stream that breaks has ended; the exit code tells the rest.
  stream.on('error', () => {});
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.resume();
  return {
    closed,
    get lastAt() {
      return lastAt();
    },
    destroy: () => void stream.destroy(),
  };
}

/** How long a stream may be silent, after all its writers should be gone, before it is given up. */
const SILENCE_MS = 500;

/** Waits for the end of all of them; a writer that could not be found must not hold the answer back for ever. */
export async function untilClosed(outputs: readonly ChildOutput[]): Promise<void> {
  const from = performance.now();
  const giveUp = (): void => {
    const silentMs = performance.now() - Math.max(from, ...outputs.map(({ lastAt }) => lastAt));
    if (silentMs < SILENCE_MS) wait(SILENCE_MS - silentMs);
    else for (const output of outputs) output.destroy();
  };
  // Where we were busy ourselves, a timer comes before what is there to be read; this comes behind it. It is not
  // unreferenced: it would then wait until anything else happens.
  const look = (): void => void setImmediate(giveUp);
  const wait = (ms: number): void => {
    timer = setTimeout(look, ms).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  wait(SILENCE_MS);
  await Promise.all(outputs.map(({ closed }) => closed));
  clearTimeout(timer);
}
