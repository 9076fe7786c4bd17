import { posix } from 'node:path';
import type { PathAccess } from '../../../core/call/touch.ts';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { resolveRemote } from '../../../core/path/remote-path.ts';
import { isAtLeast, type Risk } from '../../../core/risk.ts';
import { typeOf } from '../sftp/attributes.ts';
import type { Sftp } from '../sftp/sftp.ts';
import { isMissing } from '../sftp/sftp-error.ts';
import { explained } from './remote-file-error.ts';

/** What the gate makes of a remote path. */
export interface RemoteVerdict {
  readonly risk: Risk;
  readonly reason?: string;
  readonly isSecret?: boolean;
}

/** Judges an absolute path of a host; `own` are the directories that are the account's. */
export type JudgeRemotePath = (path: string, access: PathAccess, own: readonly string[]) => RemoteVerdict;

/** Files of one host, as a call may reach them. */
export interface RemotePlace {
  readonly sftp: Sftp;
  readonly host: string;
  readonly user: string;
  readonly home: string;
  /** The same with links resolved. */
  readonly realHome: string;
  /** Directory that must not be left; none: wherever the user may go. */
  readonly root: string | undefined;
  readonly judge: JudgeRemotePath;
  /** What the gate made of the whole call, before anything was asked of the host. */
  readonly judged: RemoteVerdict;
}

/** Where a path leads. */
export interface Reached {
  /** As it is told to the caller. */
  readonly path: string;
  /** Links resolved; what is done is done there, so that a link that is put in its way later changes nothing. */
  readonly real: string;
}

/** The absolute path that is meant. */
export function absolutePath(path: string, start: Pick<RemotePlace, 'home' | 'root'>): string {
  if (path.includes('\0')) throw new ToolError('VALIDATION', 'The path holds a NUL');
  if (/^~[^/]/.test(path))
    throw new ToolError('VALIDATION', `${path}: only ~ itself is expanded`, {
      hint: 'Give the absolute path.',
    });
  return resolveRemote(path, start);
}

/**
 * Where a path leads once links are followed: inside the root, and nothing a person would have been asked about under
 * its own name. What is missing is taken as written.
 */
export async function reachable(path: string, place: RemotePlace, access: PathAccess): Promise<Reached> {
  const meant = absolutePath(path, place);
  // Names alone are nothing to ask about, wherever they are.
  if (access === 'list' && place.root === undefined) return { path: meant, real: meant };
  const [real, root] = await resolved(meant, meant, place);
  checkReal({ path, meant, real, root }, access, place);
  return { path: root === undefined ? meant : real, real };
}

/** The same for an entry itself, which may be a link: only its directory is followed. */
export async function reachableEntry(
  path: string,
  place: RemotePlace,
  ...accesses: readonly PathAccess[]
): Promise<Reached> {
  const meant = absolutePath(path, place);
  if (meant === '/' || meant === place.root)
    throw new ToolError('VALIDATION', `${meant} is all there is; it is neither moved nor deleted`);
  const [directory, root] = await resolved(posix.dirname(meant), meant, place);
  const real = posix.join(directory, posix.basename(meant));
  if (isInside(place.home, [real]) || isInside(place.realHome, [real]))
    throw new ToolError(
      'VALIDATION',
      `${meant} holds the home of ${place.user}; it is neither moved nor deleted`,
    );
  for (const access of accesses) checkReal({ path, meant, real, root }, access, place);
  return { path: root === undefined ? meant : real, real };
}

/** Both at once, for a long way's sake. */
const resolved = (path: string, meant: string, place: RemotePlace): Promise<[string, string | undefined]> =>
  explained(meant, place, () =>
    Promise.all([
      realPath(path, place.sftp),
      place.root === undefined ? undefined : place.sftp.realPath(place.root),
    ]),
  );

interface Resolved {
  readonly path: string;
  readonly meant: string;
  readonly real: string;
  readonly root: string | undefined;
}

function checkReal({ path, meant, real, root }: Resolved, access: PathAccess, place: RemotePlace): void {
  if (root !== undefined && !isInside(real, [root])) {
    const leads = real === meant ? meant : `${meant} -> ${real}`;
    throw new ToolError('OUTSIDE_ROOT', `${leads} is outside ${place.root}, the root of ${place.host}`, {
      hint: `Only what is below ${place.root} is open there.`,
    });
  }
  const own = [place.home, place.realHome, ...(root === undefined ? [] : [root])];
  const found = place.judge(real, access, own);
  // The gate may have known no home of this host, or another one.
  const isKnown =
    isAtLeast(place.judged.risk, found.risk) && (!found.isSecret || place.judged.isSecret === true);
  if (isKnown && isAtLeast(place.judge(meant, access, own).risk, found.risk)) return;
  throw new ToolError('PERMISSION_DENIED', `${path} leads to ${real}: ${found.reason ?? found.risk}`, {
    hint: `Call again with ${real} itself, so that it can be asked about.`,
  });
}

/** The server resolves what exists, and one name behind it. */
async function realPath(path: string, sftp: Sftp): Promise<string> {
  try {
    return await sftp.realPath(path);
  } catch (error) {
    if (!isMissing(error) || path === '/') throw error;
    const found = await sftp.lstat(path).catch(() => undefined);
    // A link that leads nowhere, or in a circle, is no new file.
    if (found && typeOf(found) === 'symlink') throw error;
    return posix.join(await realPath(posix.dirname(path), sftp), posix.basename(path));
  }
}
