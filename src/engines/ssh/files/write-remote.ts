import { hash, randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { type Attributes, kindInWords, typeOf } from '../sftp/attributes.ts';
import { OPEN, type Sftp } from '../sftp/sftp.ts';
import { isMissing } from '../sftp/sftp-error.ts';
import { CREATING, explained, remoteFileError } from './remote-file-error.ts';
import { type RemotePlace, reachable } from './remote-place.ts';
import { sweepLeftovers, temporaryName } from './temporary-files.ts';

export interface WriteOptions {
  readonly bytes: Buffer;
  readonly createDirs: boolean;
  readonly backup: boolean;
  readonly expectedSha256?: string | undefined;
  /** Permissions; default: those of the file that is replaced, or what the account gives new files. */
  readonly mode?: number | undefined;
}

export interface RemoteWritten {
  readonly path: string;
  readonly bytesWritten: number;
  readonly created: boolean;
  readonly sha256: string;
  readonly backupPath?: string;
}

const WRITES_AT_ONCE = 16;

/**
 * Puts a whole new file in place: written beside it, made durable, then renamed over it. A reader finds
 * the old file or the new one, also after a full disk or a lost connection.
 */
export async function writeRemote(
  path: string,
  place: RemotePlace,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<RemoteWritten> {
  // A write goes where a link leads; the link stays.
  const { real } = await reachable(path, place, 'write');
  return explained(real, place, () => writeTo(real, place, options, signal), CREATING);
}

async function writeTo(
  target: string,
  place: RemotePlace,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<RemoteWritten> {
  const { sftp } = place;
  if (options.createDirs) await makeDirectories(posix.dirname(target), sftp);
  const old = await attributesOf(target, sftp);
  await checkOld(target, old, place, options);
  const backupPath = old && options.backup ? await keepBackup(target, sftp) : undefined;
  await replaceWith(target, old, place, options, signal);
  return {
    path: target,
    bytesWritten: options.bytes.length,
    created: old === undefined,
    sha256: hash('sha256', options.bytes),
    ...(backupPath !== undefined && { backupPath }),
  };
}

async function attributesOf(path: string, sftp: Sftp): Promise<Attributes | undefined> {
  try {
    return await sftp.stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function checkOld(
  path: string,
  old: Attributes | undefined,
  { sftp, host }: RemotePlace,
  { expectedSha256 }: WriteOptions,
): Promise<void> {
  if (old && typeOf(old) !== 'file')
    throw new ToolError(
      'VALIDATION',
      `${path} on ${host} is ${kindInWords(old) ?? 'something else'}, not a file`,
      {
        hint: 'Name a file.',
      },
    );
  if (expectedSha256 === undefined) return;
  const found = old === undefined ? 'no file' : await hashOf(path, sftp);
  if (found === expectedSha256.toLowerCase()) return;
  throw new ToolError('CONFLICT', `${path} on ${host} has changed: it is ${found}, not ${expectedSha256}`, {
    hint: 'Nothing was written. Read it again.',
  });
}

async function hashOf(path: string, sftp: Sftp): Promise<string> {
  const { createHash } = await import('node:crypto');
  const sum = createHash('sha256');
  const handle = await sftp.openFile(path, OPEN.READ);
  try {
    for (let at = 0; ; ) {
      const piece = await sftp.read(handle, at, sftp.readPiece);
      if (piece === undefined || piece.length === 0) return sum.digest('hex');
      sum.update(piece);
      at += piece.length;
    }
  } finally {
    await sftp.close(handle).catch(() => {});
  }
}

export async function makeDirectories(directory: string, sftp: Sftp): Promise<boolean> {
  const found = await attributesOf(directory, sftp);
  if (found || directory === '/') return false;
  await makeDirectories(posix.dirname(directory), sftp);
  await sftp.makeDirectory(directory).catch(async (error: unknown) => {
    // Somebody else may have made it just now.
    if (!(await attributesOf(directory, sftp))) throw error;
  });
  return true;
}

/** A second name for the old file, under one that is free: no older backup is ever replaced. */
async function keepBackup(path: string, sftp: Sftp): Promise<string> {
  for (let count = 0; ; count++) {
    const backup = count === 0 ? `${path}.backup` : `${path}.backup.${count}`;
    if (await sftp.lstat(backup).catch(() => undefined)) continue;
    // Not every file system has second names; then it is copied.
    if (sftp.can('hardlink@openssh.com'))
      await sftp.link(path, backup).catch(() => copyTo(path, backup, sftp));
    else await copyTo(path, backup, sftp);
    return backup;
  }
}

async function copyTo(from: string, to: string, sftp: Sftp): Promise<void> {
  const [source, attributes] = [await sftp.openFile(from, OPEN.READ), await sftp.stat(from)];
  const mode = (attributes.mode ?? 0o600) & 0o7777;
  const copy = await sftp.openFile(to, OPEN.WRITE | OPEN.CREATE | OPEN.EXCLUSIVE, { mode });
  for (let at = 0; ; ) {
    const piece = await sftp.read(source, at, sftp.readPiece);
    if (piece === undefined || piece.length === 0) break;
    await sftp.write(copy, at, piece);
    at += piece.length;
  }
  await Promise.all([sftp.close(source), sftp.close(copy)]);
}

async function replaceWith(
  target: string,
  old: Attributes | undefined,
  place: RemotePlace,
  { bytes, mode }: WriteOptions,
  signal: AbortSignal,
): Promise<void> {
  const { sftp } = place;
  const directory = posix.dirname(target);
  const temporary = posix.join(
    directory,
    temporaryName(posix.basename(target), randomBytes(6).toString('hex')),
  );
  // Beside the write, which takes longer; a host that ends soon after would otherwise never come to it.
  const sweeping = sweepLeftovers(directory, sftp).catch(() => {});
  const flags = OPEN.WRITE | OPEN.CREATE | OPEN.EXCLUSIVE;
  const handle = await sftp.openFile(temporary, flags, { mode: old || mode !== undefined ? 0o600 : 0o666 });
  try {
    await writeAll(handle, bytes, sftp, signal);
    await carryOver(handle, old, mode, place);
    await sftp.sync(handle);
    await sftp.close(handle);
    signal.throwIfAborted();
    await putInPlace(temporary, target, old !== undefined, sftp);
  } catch (error) {
    // Asked before there is room again.
    const told = await remoteFileError(error, target, place, CREATING);
    await sftp.close(handle).catch(() => {});
    await sftp.remove(temporary).catch(() => {});
    throw told;
  }
  await sweeping;
}

async function writeAll(handle: Uint8Array, bytes: Buffer, sftp: Sftp, signal: AbortSignal): Promise<void> {
  let next = 0;
  const writeOn = async (): Promise<void> => {
    while (next < bytes.length) {
      signal.throwIfAborted();
      const at = next;
      next = Math.min(at + sftp.writeLength, bytes.length);
      await sftp.write(handle, at, bytes.subarray(at, next));
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writeOn));
}

/** Owner and mode are those of the old file; where it belongs to another, replacing it would change that. */
export async function carryOver(
  handle: Uint8Array,
  old: Attributes | undefined,
  mode: number | undefined,
  { sftp, host }: RemotePlace,
): Promise<void> {
  const own = old ? await sftp.fstat(handle) : undefined;
  if (
    old?.uid !== undefined &&
    old.gid !== undefined &&
    own &&
    (own.uid !== old.uid || own.gid !== old.gid)
  ) {
    await sftp.fsetstat(handle, { uid: old.uid, gid: old.gid }).catch((cause: unknown) => {
      throw new ToolError('PERMISSION_DENIED', `The file on ${host} belongs to another user or group`, {
        cause,
        hint: 'Replacing it would make you its owner; a person has to change it.',
      });
    });
  }
  const wanted = mode ?? (old?.mode === undefined ? undefined : old.mode & 0o7777);
  if (wanted !== undefined) await sftp.fsetstat(handle, { mode: wanted });
}

export async function putInPlace(from: string, to: string, isThere: boolean, sftp: Sftp): Promise<void> {
  if (sftp.can('posix-rename@openssh.com')) return sftp.replace(from, to);
  if (!isThere) return sftp.rename(from, to);
  throw new ToolError('UNAVAILABLE', 'This server cannot replace a file in one step', {
    hint: 'Delete the old file first, or use mv with acp_remote_execute_command.',
  });
}
