import { closeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { ToolError } from '../../../core/errors.ts';
import { openDirectory } from '../open/directory.ts';
import { checkMayWrite } from '../open/may-write.ts';
import { openInside } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import { type Target, withTarget } from '../open/target.ts';
import { checkRegular } from '../read/read-whole.ts';
import { pump } from '../write/pump.ts';
import { replaceFile } from '../write/replace-file.ts';
import { copyDirectory } from './copy-tree.ts';
import type { Moved } from './move.ts';
import { checkApart, taken } from './relocate.ts';

// A disk is not filled by one call.
const MOST_BYTES = 1_073_741_824;

interface CopyRun {
  readonly reach: Reach;
  readonly signal: AbortSignal;
  /** Told how many bytes are done. */
  readonly onBytes: (bytes: number) => void;
}

interface CopyOptions {
  readonly overwrite: boolean;
  readonly onBytes: (bytes: number) => void;
}

/** Copies a file, or a directory with all that is in it; what is not complete is never seen under the new name. */
export async function copyPath(
  from: string,
  to: string,
  reach: Reach,
  { overwrite, onBytes }: CopyOptions,
  signal: AbortSignal,
): Promise<Moved> {
  const { fd, stats, realPath } = openInside(from, reach);
  closeSync(fd);
  checkApart(from, to);
  await withTarget(to, reach, { access: 'write', createDirs: true }, async (target) => {
    checkApart(realPath, target.realPath);
    if (target.stats && (!overwrite || target.stats.isDirectory())) throw taken(target);
    if (!stats.isDirectory()) return copyFile(from, target, { reach, signal, onBytes });
    const source = openDirectory(from, reach);
    try {
      const run = { reach, signal, onBytes: budgeted(onBytes), isMove: false };
      await copyDirectory(source, target, run);
    } finally {
      source.close();
    }
  });
  return { from, to };
}

async function copyFile(from: string, target: Target, { reach, signal, onBytes }: CopyRun): Promise<void> {
  const { fd, stats } = openInside(from, reach);
  try {
    checkRegular(from, stats);
    checkMayWrite(target);
    if (stats.size > MOST_BYTES) throw tooMuch();
    // Opened again through the verified descriptor, for a handle that closes itself.
    await using source = await open(process.platform === 'linux' ? `/proc/self/fd/${fd}` : from);
    const fill = async (file: typeof source) => onBytes(await pump(source, file, signal));
    await replaceFile(target, fill, { mode: stats.mode & 0o777 });
  } finally {
    closeSync(fd);
  }
}

/** Adds up what is copied, and stops where it becomes too much. */
function budgeted(onBytes: (bytes: number) => void): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > MOST_BYTES) throw tooMuch();
    onBytes(total);
  };
}

const tooMuch = (): ToolError =>
  new ToolError('TOO_LARGE', `More than ${MOST_BYTES} bytes are not copied in one call`, {
    hint: 'Copy the parts that are needed.',
  });
