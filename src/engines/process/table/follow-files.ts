import { closeSync, fstatSync, ftruncate, openSync, readSync } from 'node:fs';
import { leftOut } from '../../sandbox/guard/held-output.ts';
import type { Stream } from '../process.ts';

const PAUSE_MS = 200;
/** Nobody else keeps these files short while their process runs. */
const LONGEST_BYTES = 33_554_432;
/** Of a file that grows faster, only the end is read: its writer would never let the reading end. */
const MOST_PER_LOOK = 1_048_576;

/** Reads what a process writes into two files, now and as it comes; it goes on writing when nobody reads. */
export function followFiles(
  paths: Readonly<Record<Stream, string>>,
  onData: (stream: Stream, chunk: Buffer) => void,
): { look(): void; stop(): void } {
  const files = (['stdout', 'stderr'] as const).map((stream) => ({
    stream,
    fd: openSync(paths[stream], 'r+'),
    at: 0,
    lost: 0,
    isBusy: false,
  }));
  let isOver = false;
  const look = (): void => {
    if (isOver) return;
    for (const file of files) {
      if (file.isBusy) continue;
      const chunk = readNew(file);
      if (file.lost > 0) onData(file.stream, Buffer.from(leftOut(file.lost)));
      file.lost = 0;
      if (chunk.length > 0) onData(file.stream, chunk);
      if (file.at >= LONGEST_BYTES) empty(file, () => isOver && closeSync(file.fd));
    }
  };
  look();
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return {
    look,
    stop: () => {
      clearInterval(timer);
      look();
      isOver = true;
      for (const { fd, isBusy } of files) if (!isBusy) closeSync(fd);
    },
  };
}

interface Followed {
  readonly fd: number;
  /** Read up to here. */
  at: number;
  /** Bytes that were skipped and nobody was told of. */
  lost: number;
  /** It is being emptied. */
  isBusy: boolean;
}

function readNew(file: Followed): Buffer {
  const { size } = fstatSync(file.fd);
  // `> /dev/stdout` in a script empties the file it leads to.
  if (size < file.at) file.at = 0;
  const from = Math.max(file.at, size - MOST_PER_LOOK);
  file.lost += from - file.at;
  const chunk = Buffer.allocUnsafe(size - from);
  const length = readSync(file.fd, chunk, 0, chunk.length, from);
  file.at = from + length;
  return chunk.subarray(0, length);
}

/** Its writer appends, so it goes on at the new end. Not at once: what a file has grown to takes its time to give back. */
function empty(file: Followed, onDone: () => void): void {
  file.lost += Math.max(0, fstatSync(file.fd).size - file.at);
  file.isBusy = true;
  ftruncate(file.fd, 0, () => {
    file.at = 0;
    file.isBusy = false;
    onDone();
  });
}
