import { closeSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { openInside } from '../open/open-inside.ts';
import { insideOf } from '../open/reach.ts';
import { checkRegular, readAll } from './read-whole.ts';
import { decode, detectForm } from './text-form.ts';

const MAX_BYTES = 8_388_608;

/** A text file inside the roots, whole; undefined where there is none that can be read. */
export function readText(path: string, roots: readonly string[]): string | undefined {
  try {
    const { fd, stats } = openInside(path, insideOf(roots));
    try {
      checkRegular(path, stats);
      const bytes = stats.size > MAX_BYTES ? undefined : readAll(fd, stats.size);
      const form = bytes && detectForm(bytes, { isWhole: true });
      return bytes && form && decode(bytes, form);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
