import { accessSync, constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { DiskPath } from '../open/entry-name.ts';
import { isAsBefore, type Target } from '../open/target.ts';
import { moveAcross } from './move-across.ts';

/** Gives a file or a link another name. Onto another file system it is copied and then removed. */
export async function relocate(
  source: Pick<Target, 'directory' | 'name' | 'path'>,
  to: Target,
  signal: AbortSignal,
): Promise<void> {
  const from = source.directory.at(source.name);
  checkRemovable(source);
  try {
    if (to.stats) rename(from, to);
    else renameToFree(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await moveAcross(source, to, signal);
  }
  await to.directory.sync();
  await source.directory.sync();
}

/** Before anything is done: a second name or a copy beside what could not be removed would be half a move. */
export function checkRemovable({ directory, path }: Pick<Target, 'directory' | 'path'>): void {
  try {
    accessSync(directory.at('.'), constants.W_OK);
  } catch (cause) {
    throw new ToolError('PERMISSION_DENIED', `${path} cannot be removed from its directory`, {
      cause,
      hint: 'A person has to make that directory writable.',
    });
  }
}

function rename(from: DiskPath, to: Target): void {
  if (!isAsBefore(to)) throw taken(to);
  const { dev, ino, nlink } = lstatSync(from, { bigint: true });
  renameSync(from, to.directory.at(to.name));
  // Between two names of one file a rename does nothing at all. One name in two spellings must stay.
  if (to.stats?.ino === ino && to.stats.dev === dev && nlink > 1n) unlinkSync(from);
}

/** A second name and then one less: unlike a rename this never replaces what appeared there meanwhile. */
function renameToFree(from: DiskPath, to: Target): void {
  try {
    linkSync(from, to.directory.at(to.name));
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw taken(to);
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'ENOTSUP')) throw error;
    rename(from, to);
    return;
  }
  try {
    unlinkSync(from);
  } catch (error) {
    unlinkSync(to.directory.at(to.name));
    throw error;
  }
}

export const DIRECTORY_ONTO_FILE = 'A directory overwrites nothing; choose another name.';

export const taken = ({ path, stats }: Target, hint?: string): ToolError =>
  new ToolError('CONFLICT', `${path} exists already`, {
    hint:
      hint ??
      (stats?.isDirectory()
        ? 'Directories are not overwritten; choose another name.'
        : 'Set overwrite, or choose another name.'),
  });

/** Once as they are written, before anything is made, and once as they really are: links can hide that they meet. */
export function checkApart(from: string, to: string): void {
  if (!isInside(to, [from])) return;
  throw new ToolError('VALIDATION', to === from ? `from and to are both ${from}` : `${to} lies in ${from}`, {
    hint: 'Choose another name.',
  });
}

// Sound: node:fs throws nothing but errno exceptions.
export const hasCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code;
