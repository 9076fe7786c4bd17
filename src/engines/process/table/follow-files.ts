import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { Stream } from '../process.ts';

const PAUSE_MS = 200;
const CHUNK = 65_536;
/** Nobody else keeps these files short while their process runs. */
const LONGEST_BYTES = 33_554_432;

/** Reads what a process writes into two files, now and as it comes; it goes on writing when nobody reads. */
export function followFiles(
  paths: Readonly<Record<Stream, string>>,
  onData: (stream: Stream, chunk: Buffer) => void,
): { stop(): void } {
  const files = (['stdout', 'stderr'] as const).map((stream) => ({
    stream,
    fd: openSync(paths[stream], 'r+'),
    at: 0,
  }));
  const look = (): void => {
    for (const file of files) {
      for (let chunk = readAt(file); chunk.length > 0; chunk = readAt(file)) onData(file.stream, chunk);
      if (file.at < LONGEST_BYTES) continue;
      // Its writer appends, so it goes on at the new end.
      ftruncateSync(file.fd, 0);
      file.at = 0;
    }
  };
  look();
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      look();
      for (const { fd } of files) closeSync(fd);
    },
  };
}

function readAt(file: { fd: number; at: number }): Buffer {
  const { size } = fstatSync(file.fd);
  // `> /dev/stdout` in a script empties the file it leads to.
  if (size < file.at) file.at = 0;
  if (size <= file.at) return Buffer.alloc(0);
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - file.at));
  const length = readSync(file.fd, chunk, 0, chunk.length, file.at);
  file.at += length;
  return chunk.subarray(0, length);
}
