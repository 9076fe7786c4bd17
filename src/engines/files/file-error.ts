import { type ErrorCode, ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/path/paths.ts';
import { STAND_IN } from './open/entry-name.ts';
import { NO_NAME, WAY_ROUND } from './open/nameable.ts';
import { linkTarget, realPathOf } from './open/real-path.ts';

/**
 * What a failed system call means for the caller. Where the path leads outside, the words are those of any other
 * path outside: whether something is there must not show.
 */
export function fileError(error: unknown, path: string, roots: readonly string[]): ToolError {
  if (error instanceof ToolError) return error;
  if (!isInside(realPathOf(path), roots)) return outsideRoot(path, roots);
  // Sound: node:fs throws nothing but errno exceptions.
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return leadsNowhere(path, error) ?? missing(path, { cause: error });
  const [toolCode, message, hint] =
    MEANINGS[code] ?? (['EXEC_FAILED', `cannot be used (${code})`, 'A person has to look at it.'] as const);
  return new ToolError(toolCode, `${shortened(path)} ${message}`, { cause: error, hint });
}

/** A link is there for all who list its directory; undefined for anything else. */
function leadsNowhere(path: string, cause: unknown): ToolError | undefined {
  const target = linkTarget(path);
  if (target === undefined) return undefined;
  const message = `${shortened(path)} is a link to ${shortened(target)}, which does not exist`;
  return new ToolError('NOT_FOUND', message, { cause, hint: LOOK });
}

/** What is not there under a name that shows bytes may be there under another that looks the same. */
export const missing = (
  path: string,
  { cause, hint = LOOK }: { cause?: unknown; hint?: string } = {},
): ToolError =>
  path.includes(STAND_IN)
    ? new ToolError('NOT_FOUND', `${shortened(path)} does not exist: ${NO_NAME}`, { cause, hint: WAY_ROUND })
    : new ToolError('NOT_FOUND', `${shortened(path)} does not exist`, { cause, hint });

const shortened = (path: string): string =>
  path.length <= LONGEST_SHOWN ? path : `${path.slice(0, LONGEST_SHOWN)}...`;
const LONGEST_SHOWN = 300;

const LOOK = 'list_directory and search_files show what is there.';
const NOT_OURS = 'A person has to give the user that runs Toolgate the right to it.';
const OTHER_NAME = 'Choose another name.';

const MEANINGS: Readonly<Record<string, readonly [ErrorCode, string, string]>> = {
  ENOTDIR: ['NOT_FOUND', 'does not exist: a part of the path is not a directory', LOOK],
  EACCES: ['PERMISSION_DENIED', 'is not open to this user', NOT_OURS],
  EPERM: ['PERMISSION_DENIED', 'is not open to this user', NOT_OURS],
  EROFS: ['PERMISSION_DENIED', 'is on a file system that is read-only', 'Choose another place.'],
  EEXIST: ['CONFLICT', 'exists already', OTHER_NAME],
  EISDIR: ['VALIDATION', 'is a directory', 'Name a file; list_directory shows what is in it.'],
  ELOOP: ['VALIDATION', 'is a loop of symbolic links', 'Name the file itself.'],
  ENAMETOOLONG: ['VALIDATION', 'is longer than a path may be', OTHER_NAME],
  ENXIO: ['VALIDATION', 'is a socket, not a file', 'Name a file.'],
  ENOSPC: ['UNAVAILABLE', 'cannot be written: the disk is full', 'Make room, and try again.'],
  EDQUOT: ['UNAVAILABLE', 'cannot be written: the quota is used up', 'Make room, and try again.'],
  EFBIG: ['TOO_LARGE', 'is larger than the file system allows', 'Write less.'],
};
