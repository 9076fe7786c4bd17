import { closeSync, fstatSync, ftruncate, readSync } from 'node:fs';
import { leftOut } from '../../sandbox/guard/held-output.ts';
import type { Stream } from '../process.ts';
import { isExact, openOutput, TO_FOLLOW } from './output-files.ts';

const PAUSE_MS = 200;
/** Nobody else keeps these files short while their process runs. */
const LONGEST_BYTES = 33_554_432;
/** Of a file that grows faster, only the end is read: its writer would never let the reading end. */
const MOST_PER_LOOK = 1_048_576;

interface Following {
  readonly onData: (stream: Stream, chunk: Buffer) => void;
  /** Once, when they cannot be read on; nothing is thrown then, since most looks are taken where nobody would catch it. */
  readonly onFailed: (error: unknown) => void;
}

/** Reads what a process writes into two files, now and as it comes; it goes on writing when nobody reads. */
export function followFiles(
  paths: Readonly<Record<Stream, string>>,
  { onData, onFailed }: Following,
): { look(): void; stop(): void } {
  const files = openBoth(paths);
  let isOver = false;
  const lookAt = (file: Followed): void => {
    if (file.isBusy) return;
    const chunk = readNew(file);
    if (file.lost > 0) onData(file.stream, Buffer.from(leftOut(file.lost)));
    file.lost = 0;
    if (chunk.length > 0) onData(file.stream, chunk);
    if (file.at >= LONGEST_BYTES) empty(file, () => isOver && closeSync(file.fd));
  };
  const end = (): void => {
    clearInterval(timer);
    isOver = true;
    for (const { fd, isBusy } of files) if (!isBusy) closeSync(fd);
  };
  const look = (): void => {
    if (isOver) return;
    try {
      files.forEach(lookAt);
    } catch (error) {
      end();
      onFailed(error);
    }
  };
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  look();
  return {
    look,
    stop: () => {
      look();
      if (!isOver) end();
    },
  };
}

interface Followed {
  readonly stream: Stream;
  readonly fd: number;
  /** Read up to here. */
  at: number;
  /** Bytes that were skipped and nobody was told of. */
  lost: number;
  /** It is being emptied. */
  isBusy: boolean;
}

function openBoth(paths: Readonly<Record<Stream, string>>): readonly Followed[] {
  const files: Followed[] = [];
  try {
    for (const stream of ['stdout', 'stderr'] as const)
      files.push({ stream, fd: openOutput(paths[stream], TO_FOLLOW), at: 0, lost: 0, isBusy: false });
    return files;
  } catch (error) {
    for (const { fd } of files) closeSync(fd);
    throw error;
  }
}

function readNew(file: Followed): Buffer {
  const { size } = fstatSync(file.fd);
  // `> /dev/stdout` in a script empties the file it leads to.
  if (size < file.at) file.at = 0;
  // Its writer says how long it is; of what cannot be, nothing is read.
  const from = isExact(size) ? Math.max(file.at, size - MOST_PER_LOOK) : size;
  file.lost += from - file.at;
  const chunk = Buffer.allocUnsafe(size - from);
  const length = chunk.length === 0 ? 0 : readSync(file.fd, chunk, 0, chunk.length, from);
  file.at = from + length;
  return chunk.subarray(0, length);
}

/** Its writer appends, so it goes on at the new end. Not at once: what a file has grown to takes its time to give back. */
function empty(file: Followed, onDone: () => void): void {
  file.lost += Math.max(0, fstatSync(file.fd).size - file.at);
  file.isBusy = true;
  ftruncate(file.fd, 0, (error) => {
    if (!error) file.at = 0;
    file.isBusy = false;
    onDone();
  });
}
