import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { BoundFile } from '../../../core/call/call.ts';
import { isInside } from '../../../core/path/paths.ts';
import { createMadeDirectories, openOrMake } from '../../files/open/directory.ts';
import { insideOf } from '../../files/open/reach.ts';
import { judgedBytes } from './executed-as-judged.ts';
import { allowedPart } from './session-tmp.ts';

/**
 * Files of a session's /tmp that an allowed run executes, put where only allowed runs write, with the very bytes that were
 * judged: in /tmp itself a command that nobody is asked about could change them while they run.
 */
export function keepExecuted(files: readonly BoundFile[], tmp: string): void {
  const kept = allowedPart(tmp);
  for (const file of files)
    if (file.sha256 !== undefined && isInside(file.path, [tmp]))
      copyTo(join(kept, relative(tmp, file.path)), kept, judgedBytes(file, [tmp]).bytes);
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
