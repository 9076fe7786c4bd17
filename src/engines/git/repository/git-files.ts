import { lstatSync, type Stats, statSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { readRegularFile } from '../../files/open/regular-file.ts';
import { systemPath } from '../../files/open/system-path.ts';

const SMALL_BYTES = 65_536;

/** These files hold a path or a few; anything else there is not git's. */
export function readGitFile(path: string): string {
  const text = readRegularFile(path, SMALL_BYTES);
  // For git a name ends at a NUL, for us it does not: the two must not see different names.
  if (text !== undefined && !text.includes('\0')) return text;
  throw new ToolError('VALIDATION', `${path} is not what git keeps there`);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOOP')) throw error;
    // Git may get further than we do: it is not taken for one that leads nowhere.
    throw new ToolError('VALIDATION', `${path} is a loop of links, or leads through too many`, {
      hint: 'Git itself makes no such link; a person can remove it.',
      cause: error,
    });
  }
}

export const lookAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A part of the path is a file, or closed to us: nothing of git's is there.
    return undefined;
  }
};

export function realPath(path: string): string | undefined {
  try {
    return systemPath(path);
  } catch {
    return undefined;
  }
}
