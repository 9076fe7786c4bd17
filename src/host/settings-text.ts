import { UsageError } from '../core/errors.ts';
import { readRegularFile } from '../engines/files/open/regular-file.ts';

/** A file of settings, ours or a client's; undefined where there is none. The author of a project can put anything there. */
export function readSettingsText(file: string, mostBytes: number): string | undefined {
  try {
    const text = readRegularFile(file, mostBytes);
    if (text !== undefined) return text;
  } catch (error) {
    // Sound: only the system throws here.
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${file} cannot be read: ${message}.`);
  }
  throw new UsageError(`${file} cannot be read: it is not a regular file of at most ${mostBytes} bytes.`);
}
