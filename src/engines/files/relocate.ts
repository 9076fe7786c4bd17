import {
  accessSync,
  constants,
  linkSync,
  lstatSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/paths.ts';
import { openEntry, pump } from './pump.ts';
import { replaceFile } from './replace-file.ts';
import { isAsBefore, lookAt, type Target } from './target.ts';

/** Gives an entry another name. Onto another file system a file is copied and then removed; a directory is not. */
export async function relocate(
  source: Pick<Target, 'directory' | 'name' | 'path'>,
  to: Target,
  signal: AbortSignal,
): Promise<void> {
  const from = source.directory.at(source.name);
  checkRemovable(source);
  try {
    if (to.stats || lstatSync(from).isDirectory()) rename(from, to);
    else renameToFree(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    const before = lookAt(source.directory, source.name);
    await copyAcross(from, source.path, to, signal);
    if (!isAsBefore({ ...source, stats: before })) {
      unlinkSync(to.directory.at(to.name));
      throw new ToolError('CONFLICT', `${source.path} changed while it was copied`, { hint: 'Try again.' });
    }
    unlinkSync(from);
  }
  await to.directory.sync();
  await source.directory.sync();
}

/** Before anything is done: a second name or a copy beside what could not be removed would be half a move. */
function checkRemovable({ directory, path }: Pick<Target, 'directory' | 'path'>): void {
  try {
    accessSync(directory.at('.'), constants.W_OK);
  } catch (cause) {
    throw new ToolError('PERMISSION_DENIED', `${path} cannot be removed from its directory`, {
      cause,
      hint: 'A person has to make that directory writable.',
    });
  }
}

function rename(from: string, to: Target): void {
  if (!isAsBefore(to)) throw taken(to);
  const { dev, ino } = lstatSync(from, { bigint: true });
  renameSync(from, to.directory.at(to.name));
  // Between two names of one file a rename does nothing at all.
  if (to.stats?.ino === ino && to.stats.dev === dev) unlinkSync(from);
}

/** A second name and then one less: unlike a rename this never replaces what appeared there meanwhile. */
function renameToFree(from: string, to: Target): void {
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

async function copyAcross(from: string, path: string, to: Target, signal: AbortSignal): Promise<void> {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) return symlinkSync(readlinkSync(from), to.directory.at(to.name));
  if (!stats.isFile()) {
    throw new ToolError('VALIDATION', `${path} is a directory on another file system than ${to.path}`, {
      hint: 'Use copy_path, then delete what is not needed.',
    });
  }
  await using source = await openEntry(from);
  await replaceFile(
    to,
    async (file) => {
      await pump(source, file, signal);
      await file.utimes(stats.atime, stats.mtime);
    },
    stats.mode & 0o777,
  );
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

export function checkApart(from: string, to: string): void {
  if (!isInside(to, [from])) return;
  throw new ToolError('VALIDATION', to === from ? `from and to are both ${from}` : `${to} lies in ${from}`, {
    hint: 'Choose another name.',
  });
}

// Sound: node:fs throws nothing but errno exceptions.
const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;
