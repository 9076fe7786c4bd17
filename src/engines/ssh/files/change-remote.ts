import { posix } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { Machine } from '../machines.ts';
import { type Attributes, permissionsOf, typeOf } from '../sftp/attributes.ts';
import { isMissing, SftpError } from '../sftp/sftp-error.ts';
import { quote } from '../shell/quote.ts';
import { runScript } from '../shell/run-script.ts';
import { explained, missing } from './remote-file-error.ts';
import { type RemotePlace, reachable, reachableEntry } from './remote-place.ts';
import { makeDirectories } from './write-remote.ts';

/** Where a change happens, and what it may use. */
export interface Changing {
  readonly place: RemotePlace;
  readonly machine: Machine;
  readonly signal: AbortSignal;
}

export interface RemoteStat {
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly mode: string;
  readonly uid: number;
  readonly gid: number;
  readonly modified: string;
  readonly target?: string;
}

export async function statRemote(path: string, { place }: Changing): Promise<RemoteStat> {
  const { path: at, real } = await reachableEntry(path, place).catch(() => reachable(path, place, 'list'));
  return explained(at, place, async () => {
    const found = await place.sftp.lstat(real);
    const target = typeOf(found) === 'symlink' ? await place.sftp.readLink(real) : undefined;
    return {
      path: at,
      type: typeOf(found),
      size: found.size ?? 0,
      mode: permissionsOf(found),
      uid: found.uid ?? -1,
      gid: found.gid ?? -1,
      modified: new Date((found.mtime ?? 0) * 1000).toISOString(),
      ...(target !== undefined && { target }),
    };
  });
}

export async function makeRemoteDirectory(
  path: string,
  { parents, mode }: { readonly parents: boolean; readonly mode?: number | undefined },
  { place }: Changing,
): Promise<{ readonly path: string; readonly created: boolean }> {
  const { path: at, real } = await reachable(path, place, 'create');
  return explained(
    at,
    place,
    async () => {
      const found = await place.sftp.stat(real).catch(() => undefined);
      if (found && typeOf(found) !== 'directory')
        throw new ToolError('CONFLICT', `${at} on ${place.host} is a ${typeOf(found)}`, {
          hint: 'Choose another name.',
        });
      if (found) return { path: at, created: false };
      if (parents) await makeDirectories(posix.dirname(real), place.sftp);
      await place.sftp.makeDirectory(real);
      if (mode !== undefined) await place.sftp.setstat(real, { mode });
      return { path: at, created: true };
    },
    { isWriting: true, onMissing: 'Set parents to true to make it as well.' },
  );
}

/** A link is deleted itself; a directory with something in it only where that is asked for. */
export async function deleteRemote(
  path: string,
  { recursive }: { readonly recursive: boolean },
  { place, machine, signal }: Changing,
): Promise<{ readonly path: string; readonly type: RemoteStat['type'] }> {
  const { path: at, real } = await reachableEntry(path, place, 'delete');
  return explained(at, place, async () => {
    const { sftp, host } = place;
    const type = typeOf(await sftp.lstat(real));
    if (type !== 'directory') await sftp.remove(real);
    else if (recursive) await run(`rm -rf -- ${quote(real)}`, at, { place, machine, signal });
    else
      await sftp.removeDirectory(real).catch(async (cause: unknown) => {
        if ((await sftp.list(real)).length === 0) throw cause;
        throw new ToolError('CONFLICT', `${at} on ${host} is not empty`, {
          cause,
          hint: 'Set recursive to true to delete all of it.',
        });
      });
    return { path: at, type };
  });
}

export async function moveRemote(
  from: string,
  to: string,
  { overwrite }: { readonly overwrite: boolean },
  { place, machine, signal }: Changing,
): Promise<{ readonly from: string; readonly to: string }> {
  const [source, target] = await Promise.all([
    reachableEntry(from, place, 'read', 'write'),
    reachableEntry(to, place, 'write'),
  ]);
  return explained(
    source.path,
    place,
    async () => {
      const { sftp, host } = place;
      await sftp.lstat(source.real);
      if (target.real.startsWith(`${source.real}/`))
        throw new ToolError('VALIDATION', `${source.path} cannot be moved into itself`, {
          hint: 'Name a place outside of it.',
        });
      const there = await lookAt(target.real, place);
      if (there && !overwrite)
        throw new ToolError('CONFLICT', `${target.path} on ${host} exists already`, {
          hint: 'Set overwrite to true to replace it, or choose another name.',
        });
      if (there && typeOf(there) === 'directory')
        throw new ToolError('CONFLICT', `${target.path} on ${host} is a directory`, {
          hint: 'Name the new path in full.',
        });
      // Another file system: only mv copies then.
      await sftp.replace(source.real, target.real).catch(async (error: unknown) => {
        if (!(error instanceof SftpError)) throw error;
        const above = await sftp.stat(posix.dirname(target.real)).catch(() => undefined);
        if (!above || typeOf(above) !== 'directory')
          throw await missing(target.path, place, 'Make it with acp_remote_make_directory.', error);
        const script = `mv -f -- ${quote(source.real)} ${quote(target.real)}`;
        return run(script, source.path, { place, machine, signal });
      });
      return { from: source.path, to: target.path };
    },
    { isWriting: true },
  );
}

async function lookAt(path: string, { sftp }: RemotePlace): Promise<Attributes | undefined> {
  return sftp.lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

export async function chmodRemote(
  path: string,
  { mode, recursive }: { readonly mode: number; readonly recursive: boolean },
  { place, machine, signal }: Changing,
): Promise<{ readonly path: string; readonly mode: string }> {
  const { path: at, real } = await reachable(path, place, 'write');
  const octal = mode.toString(8).padStart(4, '0');
  return explained(at, place, async () => {
    if (recursive) await run(`chmod -R -- ${octal} ${quote(real)}`, at, { place, machine, signal });
    else await place.sftp.setstat(real, { mode });
    return { path: at, mode: octal };
  });
}

export interface Owner {
  readonly owner?: string | undefined;
  readonly group?: string | undefined;
  readonly recursive: boolean;
}

/** By name or number; names are those of the other machine. */
export async function chownRemote(
  path: string,
  { owner = '', group, recursive }: Owner,
  { place, machine, signal }: Changing,
): Promise<{ readonly path: string }> {
  const { path: at, real } = await reachable(path, place, 'write');
  const whose = `${owner}${group === undefined ? '' : `:${group}`}`;
  await run(`chown ${recursive ? '-R ' : ''}-- ${quote(whose)} ${quote(real)}`, at, {
    place,
    machine,
    signal,
  });
  return { path: at };
}

async function run(script: string, path: string, { place, machine, signal }: Changing): Promise<void> {
  const { status, stderr } = await runScript(machine, script, { signal });
  if (status === 0) return;
  const isDenied = /not permitted|denied/i.test(stderr);
  if (/(invalid|unknown) (user|group|spec)/i.test(stderr))
    throw new ToolError('VALIDATION', `${path} on ${place.host}: ${stderr.trim()}`, {
      hint: 'Nothing was changed. Give a user or group that this machine knows, or a number.',
    });
  throw new ToolError(
    isDenied ? 'PERMISSION_DENIED' : 'EXEC_FAILED',
    `${path} on ${place.host}: ${stderr.trim() || `exit code ${status}`}`,
    {
      hint: isDenied
        ? `${place.user} may not do that there.`
        : 'A part of it may have been done; look at it again.',
    },
  );
}
