import { ToolError } from '../../core/errors.ts';
import { readFile } from './read.ts';

const MAX_BYTES = 1_048_576;

/** A text file inside the roots, whole; undefined where there is none that can be read. */
export function readText(path: string, roots: readonly string[]): string | undefined {
  try {
    const options = {
      startLine: 1,
      maxLines: Number.MAX_SAFE_INTEGER,
      encoding: 'utf-8',
      maxBytes: MAX_BYTES,
    } as const;
    const { encoding, content } = readFile(path, roots, options);
    return encoding === 'utf-8' ? content : undefined;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
