import { createWriteStream } from 'node:fs';
import type { Stream } from '../process.ts';

const MOST_BYTES = 8_388_608;

/** Writes the beginning of both streams as they are into files that only the user can read. */
export function createSpill(paths: Readonly<Record<Stream, string>>) {
  const files = { stdout: openFile(paths.stdout), stderr: openFile(paths.stderr) };
  return {
    add: (stream: Stream, chunk: Buffer): void => files[stream].add(chunk),
    end: (): Promise<unknown> => Promise.all([files.stdout.end(), files.stderr.end()]),
  };
}

function openFile(path: string) {
  const file = createWriteStream(path, { mode: 0o600 });
  // A full disk costs the rest of the output, not the command.
  file.on('error', () => {});
  let bytes = 0;
  return {
    add: (chunk: Buffer): void => {
      const left = MOST_BYTES - bytes;
      bytes += chunk.length;
      // A copy: it is written later, and the next piece comes into the same memory.
      if (left > 0) file.write(Buffer.from(chunk.subarray(0, left)));
    },
    end: () =>
      new Promise<void>((resolve) => {
        const missing = bytes - MOST_BYTES;
        if (missing > 0) file.write(`\n[... the last ${missing} of ${bytes} bytes were not kept ...]\n`);
        file.once('close', () => resolve()).end();
      }),
  };
}
