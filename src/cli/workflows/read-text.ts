import { readFileSync } from 'node:fs';
import { UsageError } from '../../core/errors.ts';

/** A file that a person named on the command line. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
