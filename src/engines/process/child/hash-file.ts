import { hash } from 'node:crypto';
import type { BoundFile } from '../../../core/call/call.ts';
import { ToolError } from '../../../core/errors.ts';
import { readRegularBytes } from '../../files/open/regular-file.ts';

const LARGEST = 33_554_432;

/** A file as it is now; undefined where there is none that can be read. */
export function hashFile(path: string): string | undefined {
  try {
    const bytes = readRegularBytes(path, LARGEST);
    return bytes && hash('sha256', bytes);
  } catch {
    return undefined;
  }
}

/** The last look before a program starts: what it will execute is what was judged. */
export function assertUnchanged(files: readonly BoundFile[] = []): void {
  const changed = files.find(({ path, sha256 }) => hashFile(path) !== sha256);
  if (changed) throw changedSinceApproved(changed.path);
}

export const changedSinceApproved = (path: string): ToolError =>
  new ToolError('CONFLICT', `${path} changed after it was approved, so nothing was started`, {
    retryable: true,
    hint: 'Call again; the person is then asked about the file as it is now.',
  });
