import { posix } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { Sftp } from '../sftp/sftp.ts';
import { isMissing } from '../sftp/sftp-error.ts';

/** Files of one host, as a call may reach them. */
export interface RemotePlace {
  readonly sftp: Sftp;
  readonly host: string;
  readonly user: string;
  readonly home: string;
  /** Directory that must not be left; none: wherever the user may go. */
  readonly root: string | undefined;
}

/** The absolute path that is meant: `~` is the home, and what is relative starts at the root, or else at home. */
export function absolutePath(path: string, { home, root }: Pick<RemotePlace, 'home' | 'root'>): string {
  if (path.includes('\0')) throw new ToolError('VALIDATION', 'The path holds a NUL');
  if (path === '~' || path.startsWith('~/')) return posix.resolve(home, `.${path.slice(1)}`);
  if (path.startsWith('~'))
    throw new ToolError('VALIDATION', `${path}: only ~ itself is expanded`, {
      hint: 'Give the absolute path.',
    });
  return posix.resolve(root ?? home, path);
}

/** Where a path leads once links are followed; checked against the root. What is missing is taken as written. */
export async function reachable(path: string, place: RemotePlace): Promise<string> {
  const meant = absolutePath(path, place);
  if (place.root === undefined) return meant;
  const [real, root] = await Promise.all([realPath(meant, place.sftp), place.sftp.realPath(place.root)]);
  if (isInside(real, [root])) return real;
  const leads = real === meant ? meant : `${meant} -> ${real}`;
  throw new ToolError('OUTSIDE_ROOT', `${leads} is outside ${place.root}, the root of ${place.host}`, {
    hint: `Only what is below ${place.root} is open there.`,
  });
}

/** The same for an entry itself, which may be a link: only its directory is followed. */
export async function reachableEntry(path: string, place: RemotePlace): Promise<string> {
  const meant = absolutePath(path, place);
  if (meant === '/' || meant === place.root)
    throw new ToolError('VALIDATION', `${meant} is all there is; it is neither moved nor deleted`);
  const entry = posix.join(await reachable(posix.dirname(meant), place), posix.basename(meant));
  const real = posix.join(await realPath(posix.dirname(entry), place.sftp), posix.basename(entry));
  if (isInside(place.home, [real]))
    throw new ToolError(
      'VALIDATION',
      `${meant} holds the home of ${place.user}; it is neither moved nor deleted`,
    );
  return entry;
}

/** The server resolves what exists, and one name behind it. */
async function realPath(path: string, sftp: Sftp): Promise<string> {
  try {
    return await sftp.realPath(path);
  } catch (error) {
    if (!isMissing(error) || path === '/') throw error;
    return posix.join(await realPath(posix.dirname(path), sftp), posix.basename(path));
  }
}
