import { ToolError } from '../../../core/errors.ts';
import { createMadeDirectories, openOrMake } from '../open/directory.ts';
import type { Reach } from '../open/reach.ts';
import { typeAt } from '../read/inspect.ts';

/** Makes a directory with those above it; one that is there already is fine. */
export function makeDirectory(path: string, reach: Reach): { path: string; created: boolean } {
  const type = typeAt(path, reach);
  if (type === 'directory') return { path, created: false };
  if (type !== undefined)
    throw new ToolError('CONFLICT', `${path} exists and is not a directory`, {
      hint: 'Choose another name.',
    });
  const made = createMadeDirectories();
  try {
    openOrMake(path, reach, made).close();
    return { path, created: true };
  } catch (error) {
    made.undo();
    throw error;
  } finally {
    made.close();
  }
}
