import { type ErrorCode, ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/paths.ts';
import { realPathOf } from './real-path.ts';

/**
 * What a failed system call means for the caller. Where the path leads outside, the words are those of any other
 * path outside: whether something is there must not show.
 */
export function fileError(error: unknown, path: string, roots: readonly string[]): ToolError {
  if (error instanceof ToolError) return error;
  if (!isInside(realPathOf(path), roots)) return outsideRoot(path, roots);
  // Sound: node:fs throws nothing but errno exceptions.
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const [toolCode, message] = MEANINGS[code] ?? (['EXEC_FAILED', `cannot be used (${code})`] as const);
  return new ToolError(toolCode, `${path} ${message}`, { cause: error });
}

const MEANINGS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ['NOT_FOUND', 'does not exist'],
  ENOTDIR: ['NOT_FOUND', 'does not exist: a part of the path is no directory'],
  EACCES: ['PERMISSION_DENIED', 'is not open to this user'],
  EPERM: ['PERMISSION_DENIED', 'is not open to this user'],
  EROFS: ['PERMISSION_DENIED', 'is on a file system that is read-only'],
  EEXIST: ['CONFLICT', 'exists already'],
  EISDIR: ['VALIDATION', 'is a directory'],
  ELOOP: ['VALIDATION', 'is a loop of symbolic links'],
  ENAMETOOLONG: ['VALIDATION', 'is longer than a path may be'],
  ENXIO: ['VALIDATION', 'is a socket, not a file'],
  ENOSPC: ['UNAVAILABLE', 'cannot be written: the disk is full'],
  EDQUOT: ['UNAVAILABLE', 'cannot be written: the quota is used up'],
  EFBIG: ['TOO_LARGE', 'is larger than the file system allows'],
};
