import { copyFileSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';

const MOST_BYTES = 10_485_760;
/** Between two looks at its size. */
const LOOK_BYTES = 1_048_576;
const STDERR = 2;

export const hostLog = (dataDir: string): string => join(dataDir, 'host.log');

/** What a background host has as its stderr. One generation is kept. */
export function openHostLog(dataDir: string): number {
  // Not files at all, and creating a directory there can keep Node busy for ever.
  if (/^\/(proc|sys|dev)(\/|$)/.test(dataDir))
    throw new UsageError(
      `The data directory ${dataDir} is not writable: it is not on a disk. Choose another with --data-dir.`,
    );
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = hostLog(dataDir);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.1`);
    return openSync(path, 'a', 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The data directory ${dataDir} is not writable: ${reason}. Choose another with --data-dir.`,
    );
  }
}

/**
 * To be told of each write to stderr. A host runs for months, and an agent that is refused again and again makes it write:
 * what it has written so far becomes the earlier generation, and it begins anew in the same file.
 */
export function keepLogSmall(dataDir: string): (bytes: number) => void {
  const path = hostLog(dataDir);
  let left = LOOK_BYTES;
  return (bytes) => {
    left -= bytes;
    if (left > 0) return;
    left = LOOK_BYTES;
    try {
      turnOver(path);
    } catch {
      // A log that finds no room must not end the host.
    }
  };
}

function turnOver(path: string): void {
  const own = fstatSync(STDERR);
  // Started by hand, its log is somebody else's file, or none.
  if (own.size <= MOST_BYTES || statSync(path, { throwIfNoEntry: false })?.ino !== own.ino) return;
  copyFileSync(path, `${path}.1`);
  ftruncateSync(STDERR);
}
