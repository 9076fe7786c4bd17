import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { BoundFile } from '../../../core/call/call.ts';
import { ToolError } from '../../../core/errors.ts';

const LARGEST = 33_554_432;

/** A file as it is now; undefined where there is none that can be read. */
export function hashFile(path: string): string | undefined {
  try {
    // Not blocking: a named pipe would make everybody wait for somebody to write into it.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(fd);
      return stats.isFile() && stats.size <= LARGEST ? hash('sha256', readFileSync(fd)) : undefined;
    } finally {
      closeSync(fd);
    }
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
    hint: 'Call again; the person is then asked about the file as it is now.',
  });
