import { ToolError } from '../../../core/errors.ts';
import { STAND_IN } from '../open/entry-name.ts';

/** Bytes that are no text are shown as U+FFFD; written back, it would take their place. */
export function assertNoLostBytes(path: string, before: string, after: string): void {
  const count = (text: string): number => text.split(STAND_IN).length - 1;
  if (count(after) <= count(before)) return;
  throw new ToolError(
    'VALIDATION',
    `The new text holds ${STAND_IN}, which in ${path} stands for a byte that is not UTF-8 and would be lost`,
    {
      hint: `Use edit_file with newText that holds no ${STAND_IN}: what is not touched keeps its bytes, and a ${STAND_IN} in oldText is replaced.`,
    },
  );
}
