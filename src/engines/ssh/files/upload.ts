import { createHash, hash } from 'node:crypto';
import { read } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { ToolError } from '../../../core/errors.ts';
import type { Machine } from '../machines.ts';
import { typeOf } from '../sftp/attributes.ts';
import { OPEN, type Sftp } from '../sftp/sftp.ts';
import { quote } from '../shell/quote.ts';
import { runScript } from '../shell/run-script.ts';
import type { Changing } from './change-remote.ts';
import { CREATING, explained, remoteFileError } from './remote-file-error.ts';
import { reachable } from './remote-place.ts';
import { sweepLeftovers, temporaryName } from './temporary-files.ts';
import { carryOver, makeDirectories, putInPlace } from './write-remote.ts';

/** What is sent, as an engine that may read it opened it. */
export interface UploadSource {
  readonly fd: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface UploadOptions {
  readonly overwrite: boolean;
  readonly createDirs: boolean;
  readonly verify: boolean;
  readonly mode?: number | undefined;
  /** Whether what was sent, by its hash, is what was to be sent; asked before it is put in place. */
  readonly isAsApproved?: (sha256: string) => Promise<boolean>;
  readonly onBytes: (done: number, total: number) => void;
}

export interface Transferred {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Bytes that an earlier attempt had sent already. */
  readonly resumedAt: number;
  readonly verified: boolean;
}

const readAt = promisify(read);
const WRITES_AT_ONCE = 16;

/** Sends a file; what an earlier attempt sent is checked and not sent again. */
export async function upload(
  source: UploadSource,
  path: string,
  options: UploadOptions,
  changing: Changing,
): Promise<Transferred> {
  const { real } = await reachable(path, changing.place, 'write');
  return alone(real, changing, () => sendTo(real, source, options, changing));
}

async function sendTo(
  at: string,
  source: UploadSource,
  options: UploadOptions,
  changing: Changing,
): Promise<Transferred> {
  const { place, signal } = changing;
  const { sftp } = place;
  return explained(
    at,
    place,
    async () => {
      const old = await sftp.stat(at).catch(() => undefined);
      if (old && typeOf(old) !== 'file') throw notAFile(at, place.host);
      if (old && !options.overwrite) throw exists(at, place.host);
      if (options.createDirs) await makeDirectories(posix.dirname(at), sftp);
      const part = posix.join(posix.dirname(at), partName(source, at));
      const resumedAt = await resumable(source, part, changing);
      const sweeping = sweepLeftovers(posix.dirname(at), sftp).catch(() => {});
      // A link that somebody else put there under this name must not be followed.
      if (resumedAt === 0) await sftp.remove(part).catch(() => {});
      const flags = OPEN.WRITE | (resumedAt === 0 ? OPEN.CREATE | OPEN.EXCLUSIVE : 0);
      const handle = await sftp.openFile(part, flags, {
        mode: old || options.mode !== undefined ? 0o600 : 0o666,
      });
      try {
        const sha256 = await send(source, handle, {
          sftp,
          from: resumedAt,
          signal,
          onBytes: options.onBytes,
        });
        if ((await options.isAsApproved?.(sha256)) === false) throw changedMeanwhile(source.path);
        await carryOver(handle, old, options.mode, place);
        await sftp.sync(handle);
        await sftp.close(handle);
        const verified = options.verify && (await verify(part, sha256, changing));
        await putInPlace(part, at, old !== undefined, sftp);
        await sweeping;
        return { path: at, bytes: source.size, sha256, resumedAt, verified };
      } catch (error) {
        // What arrived stays for the next attempt, unless it only fills the disk, or is not what was sent.
        const told = await remoteFileError(error, at, place, CREATING);
        await sftp.close(handle).catch(() => {});
        const isWrong = error instanceof ToolError && error.code === 'CONFLICT';
        if (told !== error || isWrong) await sftp.remove(part).catch(() => {});
        throw told;
      }
    },
    CREATING,
  );
}

const changedMeanwhile = (path: string): ToolError =>
  new ToolError('CONFLICT', `${path} changed while it was sent, so nothing was put in place`, {
    retryable: true,
    hint: 'Call again; the person is then asked about the file as it is now.',
  });

const underWay = new WeakMap<Machine, Set<string>>();

/** Two that send to one place at the same time would write into one file, and one of them put half of it in place. */
async function alone<T>(at: string, { machine, place }: Changing, act: () => Promise<T>): Promise<T> {
  const places = underWay.get(machine) ?? new Set();
  underWay.set(machine, places);
  if (places.has(at))
    throw new ToolError('CONFLICT', `Another file is just being sent to ${at} on ${place.host}`, {
      retryable: true,
      hint: 'Wait for that call to end.',
    });
  places.add(at);
  try {
    return await act();
  } finally {
    places.delete(at);
  }
}

/** The same file to the same place finds what it left there. */
const partName = ({ path, size, mtimeMs }: UploadSource, target: string): string =>
  temporaryName(
    posix.basename(target),
    hash('sha256', `${path}\0${size}\0${mtimeMs}\0${target}`).slice(0, 16),
  ).replace(/tmp$/, 'part');

/** How much of it is there already, and is the same as here. */
async function resumable(
  source: UploadSource,
  part: string,
  { place, machine, signal }: Changing,
): Promise<number> {
  const found = await place.sftp.lstat(part).catch(() => undefined);
  const size = found && typeOf(found) === 'file' ? (found.size ?? 0) : 0;
  if (size === 0 || size > source.size) return 0;
  // In a directory of many, only what is our own is gone on with: its owner would have the new file.
  const { uid } = await place.sftp.stat(place.home);
  if (uid !== found?.uid) return 0;
  const hashCommand = await hashCommandOf(machine, signal);
  if (hashCommand === '') return 0;
  const [there, here] = await Promise.all([
    runScript(machine, `head -c ${size} -- ${quote(part)} | ${hashCommand}`, { signal }),
    hashHere(source, size),
  ]);
  return there.stdout.toString('utf8').startsWith(here) ? size : 0;
}

async function hashHere({ fd }: UploadSource, size: number): Promise<string> {
  const sum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1_048_576);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await readAt(fd, buffer, 0, Math.min(buffer.length, size - at), at);
    if (bytesRead === 0) break;
    sum.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return sum.digest('hex');
}

interface Sending {
  readonly sftp: Sftp;
  readonly from: number;
  readonly signal: AbortSignal;
  readonly onBytes: UploadOptions['onBytes'];
}

/** Pieces are read in order, for the hash; several are on their way at once. */
async function send(
  source: UploadSource,
  handle: Uint8Array,
  { sftp, from, signal, onBytes }: Sending,
): Promise<string> {
  const { fd, size } = source;
  const sum = createHash('sha256');
  let next = 0;
  let done = from;
  let reading: Promise<void> = Promise.resolve();
  const takePiece = async () => {
    const turn = reading;
    const mine = Promise.withResolvers<void>();
    reading = mine.promise;
    await turn;
    try {
      if (next >= size) return undefined;
      const at = next;
      // What is there already is read for the hash alone.
      const end = at < from ? from : size;
      const piece = sftp.newPiece(handle, Math.min(sftp.writeLength, end - at));
      const { bytesRead } = await readAt(fd, piece.bytes, 0, piece.bytes.length, at);
      if (bytesRead === 0)
        throw new ToolError('CONFLICT', `${source.path} became shorter while it was sent`, {
          retryable: true,
        });
      next = at + bytesRead;
      sum.update(piece.bytes.subarray(0, bytesRead));
      return { at, piece, length: bytesRead };
    } finally {
      mine.resolve();
    }
  };
  const sendOn = async (): Promise<void> => {
    for (let taken = await takePiece(); taken; taken = await takePiece()) {
      signal.throwIfAborted();
      const { at, piece, length } = taken;
      if (at < from) {
        sftp.release(piece.packet);
        continue;
      }
      await sftp.writePiece(piece, length, handle, at);
      done += length;
      onBytes(done, size);
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, sendOn));
  return sum.digest('hex');
}

/** Whether the other machine has the same bytes; false where it cannot say. */
export async function verify(
  path: string,
  sha256: string,
  { place, machine, signal }: Changing,
): Promise<boolean> {
  const hashCommand = await hashCommandOf(machine, signal);
  if (hashCommand === '') return false;
  const { stdout, status, stderr } = await runScript(machine, `${hashCommand} < ${quote(path)}`, { signal });
  const found = stdout.toString('utf8').split(' ')[0];
  if (status === 0 && found === sha256) return true;
  throw new ToolError(
    'CONFLICT',
    `${path} on ${place.host} is not what was sent: ${found || stderr.trim()}, not ${sha256}`,
    {
      retryable: true,
      hint: 'Try again; the disk or memory of one of the machines may be faulty.',
    },
  );
}

/** The first command tells what a machine has. */
async function hashCommandOf(machine: Changing['machine'], signal: AbortSignal): Promise<string> {
  if (!machine.facts) await runScript(machine, ':', { signal });
  return machine.facts?.hashCommand ?? '';
}

const exists = (path: string, host: string): ToolError =>
  new ToolError('CONFLICT', `${path} on ${host} exists already`, {
    hint: 'Set overwrite to true to replace it, or choose another name.',
  });

const notAFile = (path: string, host: string): ToolError =>
  new ToolError('VALIDATION', `${path} on ${host} is not a regular file`, {
    hint: 'Name the new path in full.',
  });
