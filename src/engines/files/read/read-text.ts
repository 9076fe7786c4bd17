import { closeSync } from 'node:fs';
import { type ErrorCode, ToolError } from '../../../core/errors.ts';
import { openInside } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import { checkRegular, readAll } from './read-whole.ts';
import { decode, detectForm } from './text-form.ts';

/** The largest text that is read. */
export const MAX_BYTES = 8_388_608;

/** A text that is there, and that this caller would have to ask for under its own name, or is refused. */
const WITHHELD: readonly ErrorCode[] = ['PERMISSION_DENIED', 'PROTECTED_PATH', 'BLOCKED_BY_POLICY'];

interface ReadOptions {
  readonly onWithheld?: ((path: string) => void) | undefined;
  readonly mostBytes?: number;
}

/** A text file that a call may reach, whole; undefined where there is none that can be read. */
export function readText(
  path: string,
  reach: Reach,
  { onWithheld, mostBytes = MAX_BYTES }: ReadOptions = {},
): string | undefined {
  try {
    const { fd, stats } = openInside(path, reach);
    try {
      checkRegular(path, stats);
      const bytes = stats.size > mostBytes ? undefined : readAll(fd, stats.size);
      const form = bytes && detectForm(bytes, { isWhole: true });
      return bytes && form && decode(bytes, form);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (WITHHELD.includes(error.code)) onWithheld?.(path);
    return undefined;
  }
}
