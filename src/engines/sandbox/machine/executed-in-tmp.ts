import { hash } from 'node:crypto';
import { closeSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BoundFile } from '../../../core/call/call.ts';
import { isInside } from '../../../core/path/paths.ts';
import { createMadeDirectories, openOrMake } from '../../files/open/directory.ts';
import { openInside } from '../../files/open/open-inside.ts';
import { insideOf } from '../../files/open/reach.ts';
import { checkRegular, readAll } from '../../files/read/read-whole.ts';
import { changedSinceApproved } from '../../process/child/hash-file.ts';
import { allowedPart } from './session-tmp.ts';

/**
 * Files of a session's /tmp that an allowed run executes, put where only allowed runs write, with the very bytes that were
 * judged: in /tmp itself a command that nobody is asked about could change them while they run.
 */
export function keepExecuted(files: readonly BoundFile[], tmp: string): void {
  const kept = allowedPart(tmp);
  for (const file of files)
    if (file.sha256 !== undefined && isInside(file.path, [tmp]))
      copyTo(join(kept, relative(tmp, file.path)), kept, bytesOf(file, tmp));
}

function bytesOf({ path, sha256 }: BoundFile, tmp: string): Buffer {
  const { fd, stats } = openInside(path, insideOf([tmp]));
  try {
    checkRegular(path, stats);
    const bytes = readAll(fd, stats.size);
    if (hash('sha256', bytes) === sha256) return bytes;
    throw changedSinceApproved(path);
  } finally {
    closeSync(fd);
  }
}

function copyTo(path: string, kept: string, bytes: Buffer): void {
  const made = createMadeDirectories();
  const directory = openOrMake(dirname(path), insideOf([kept]), made);
  try {
    const target = directory.at(basename(path));
    rmSync(target, { force: true });
    // It may be a program by itself.
    writeFileSync(target, bytes, { flag: 'wx', mode: 0o755 });
  } finally {
    directory.close();
    made.close();
  }
}
