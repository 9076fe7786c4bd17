import { closeSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { openInside } from '../open/open-inside.ts';
import type { Reach } from '../open/reach.ts';
import { withTarget } from '../open/target.ts';
import { type Filler, replaceFile } from './replace-file.ts';

/** A file that is open to be sent elsewhere. */
export interface Source {
  readonly fd: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  close(): void;
}

/** Opens a file of any size, checked like every other that is read. */
export function openSource(path: string, reach: Reach): Source {
  const { fd, stats, realPath } = openInside(path, reach);
  if (!stats.isFile()) {
    closeSync(fd);
    throw new ToolError(
      'VALIDATION',
      `${path} is ${stats.isDirectory() ? 'a directory' : 'not a regular file'}`,
      {
        hint: 'Name a file; a directory can be packed with tar first.',
      },
    );
  }
  const { size, mtimeMs, mode } = stats;
  return { fd, path: realPath, size, mtimeMs, mode, close: () => closeSync(fd) };
}

/** Puts a file of any size in place in one step; `fill` writes it. */
export const receiveFile = (
  path: string,
  reach: Reach,
  { createDirs, overwrite }: { readonly createDirs: boolean; readonly overwrite: boolean },
  fill: Filler,
): Promise<string> =>
  withTarget(path, reach, { access: 'write', createDirs, followLink: true }, async (target) => {
    if (target.stats && !target.stats.isFile())
      throw new ToolError('VALIDATION', `${path} is not a regular file`, { hint: 'Name a file.' });
    if (target.stats && !overwrite)
      throw new ToolError('CONFLICT', `${path} exists already`, {
        hint: 'Set overwrite to true to replace it, or choose another name.',
      });
    await replaceFile(target, fill);
    return target.realPath;
  });
