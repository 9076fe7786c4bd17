import { closeSync, constants, openSync, readSync } from 'node:fs';
import { detectForm } from '../files/read/text-form.ts';
import type { SearchedPlace } from './searched-place.ts';

/** ripgrep knows UTF-8, and UTF-16 with a mark; of anything else it has to be told. */
export function encodingArguments({ descriptor }: SearchedPlace): string[] {
  const form = detectForm(readStart(descriptor), { isWhole: false });
  return form === undefined || form.hasBom || form.encoding === 'utf-8'
    ? []
    : [`--encoding=${form.encoding}`];
}

const START_BYTES = 65_536;

function readStart(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const start = Buffer.allocUnsafe(START_BYTES);
    return start.subarray(0, readSync(fd, start, 0, START_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}
