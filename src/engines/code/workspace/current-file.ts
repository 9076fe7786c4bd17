import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Says on disk which file is being read, so that the next process knows which one ended this one. */
export interface CurrentFile {
  set(path: string): void;
  clear(): void;
  close(): void;
}

export function openCurrentFile(directory: string, onLeft: (path: string) => void): CurrentFile {
  const place = join(directory, 'reading');
  const left = readLeft(place);
  if (left !== '') onLeft(left);
  const fd = openSync(place, 'w', 0o600);
  let length = 0;
  return {
    set: (path) => {
      const written = writeSync(fd, path, 0);
      if (written < length) ftruncateSync(fd, written);
      length = written;
    },
    clear: () => {
      ftruncateSync(fd, 0);
      length = 0;
    },
    close: () => {
      ftruncateSync(fd, 0);
      closeSync(fd);
    },
  };
}

function readLeft(place: string): string {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    return '';
  }
}
