import { createHash, hash } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, type FileHandle, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { Sftp } from '../sftp/sftp.ts';
import type { Changing } from './change-remote.ts';
import { openToRead } from './open-to-read.ts';
import { explained } from './remote-file-error.ts';
import { type Transferred, verify } from './upload.ts';

export interface DownloadOptions {
  readonly verify: boolean;
  readonly onBytes: (done: number, total: number) => void;
  /** Puts the file in place; `fill` writes it. */
  readonly receive: (fill: (file: FileHandle) => Promise<void>) => Promise<string>;
  /** Where what arrived of a transfer that broke is kept. */
  readonly keep: string;
}

const READS_AT_ONCE = 16;
/** Pieces that came before one they belong behind are kept in memory; honest machines answer in order. */
const MOST_EARLY_BYTES = 67_108_864;
const MOST_EARLY = 8192;
/** Of what is free on the disk here. */
const MOST_OF_FREE = 9 / 10;
/** A file that does not say how large it is, such as those of /proc. */
const MOST_UNSIZED = 67_108_864;

/** Fetches a file; what an earlier attempt brought is not fetched again. */
export async function download(
  path: string,
  options: DownloadOptions,
  changing: Changing,
): Promise<Transferred> {
  const { place, signal } = changing;
  const { sftp, host } = place;
  const {
    handle,
    look,
    path: at,
    real,
  } = await openToRead(path, place, { onDirectory: 'Pack it with tar first.' });
  return explained(at, place, async () => {
    try {
      const { size = 0, mtime = 0 } = await look();
      const part = join(options.keep, hash('sha256', `${host}\0${at}\0${size}\0${mtime}`).slice(0, 24));
      const fetched = { bytes: size, sha256: '', resumedAt: 0, verified: false };
      const local = await options.receive(async (file) => {
        await assertRoom(file, size);
        const { resumedAt, sum } = await takeOver(part, file, size);
        fetched.resumedAt = resumedAt;
        const fetching = { sftp, handle, file, from: resumedAt, size, signal, onBytes: options.onBytes };
        const fetch = size === 0 ? fetchUnsized : fetchRest;
        await fetch(fetching, sum).catch(async (error: unknown) => {
          await keepPart(file, part, fetching.from);
          throw error;
        });
        fetched.bytes = fetching.from;
        fetched.sha256 = sum.digest('hex');
        rmSync(part, { force: true });
        fetched.verified = options.verify && (await verify(real, fetched.sha256, changing));
      });
      return { path: local, ...fetched };
    } finally {
      await sftp.close(handle).catch(() => {});
    }
  });
}

/** How large it is says the other machine, and no card: some of the disk is left to everything else. */
async function assertRoom({ fd }: FileHandle, bytes: number): Promise<void> {
  const space = await statfs(`/proc/self/fd/${fd}`).catch(() => undefined);
  if (!space || bytes <= space.bavail * space.bsize * MOST_OF_FREE) return;
  throw new ToolError('TOO_LARGE', `The file has ${bytes} bytes, and the disk here has no room for it`, {
    hint: 'Make room, or fetch it to another disk.',
  });
}

async function takeOver(part: string, file: FileHandle, size: number) {
  const sum = createHash('sha256');
  const found = statSync(part, { throwIfNoEntry: false });
  if (!found || found.size > size) return { resumedAt: 0, sum };
  let resumedAt = 0;
  for await (const piece of createReadStream(part, { highWaterMark: 1_048_576 })) {
    const bytes = piece as Buffer; // Sound: a stream without an encoding gives buffers.
    sum.update(bytes);
    await file.write(bytes, 0, bytes.length, resumedAt);
    resumedAt += bytes.length;
  }
  return { resumedAt, sum };
}

interface Fetching {
  readonly sftp: Sftp;
  readonly handle: Uint8Array;
  readonly file: FileHandle;
  /** Up to here it is in the file, without holes. */
  from: number;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly onBytes: DownloadOptions['onBytes'];
}

/** Several requests are under way at once; the hash gets the pieces in order. */
async function fetchRest(fetching: Fetching, sum: ReturnType<typeof createHash>): Promise<void> {
  const { sftp, handle, file, size, signal, onBytes } = fetching;
  const early = new Map<number, Buffer>();
  let next = fetching.from;
  const inOrder = (at: number, piece: Buffer): void => {
    early.set(at, piece);
    if (at - fetching.from > MOST_EARLY_BYTES || early.size > MOST_EARLY) throw disordered();
    for (let found = early.get(fetching.from); found; found = early.get(fetching.from)) {
      early.delete(fetching.from);
      sum.update(found);
      fetching.from += found.length;
      sftp.release(found);
    }
    onBytes(fetching.from, size);
  };
  const fetchOn = async (): Promise<void> => {
    // While one piece is written, the next is on its way.
    let writing: Promise<unknown> = Promise.resolve();
    while (next < size) {
      let at = next;
      const until = Math.min(at + sftp.readPiece, size);
      next = until;
      while (at < until) {
        signal.throwIfAborted();
        const piece = await sftp.read(handle, at, until - at);
        if (piece === undefined) throw shorter();
        await writing;
        const place = at;
        writing = file.write(piece, 0, piece.length, place).then(() => inOrder(place, piece));
        writing.catch(() => {});
        at += piece.length;
      }
    }
    await writing;
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, fetchOn));
}

/** Files of /proc say that they are empty, and are not. */
async function fetchUnsized(fetching: Fetching, sum: ReturnType<typeof createHash>): Promise<void> {
  const { sftp, handle, file, signal } = fetching;
  for (;;) {
    signal.throwIfAborted();
    const piece = await sftp.read(handle, fetching.from, sftp.readPiece);
    if (piece === undefined) return;
    if (fetching.from + piece.length > MOST_UNSIZED) throw endless();
    await file.write(piece, 0, piece.length, fetching.from);
    sum.update(piece);
    fetching.from += piece.length;
    sftp.release(piece);
  }
}

const disordered = (): ToolError =>
  new ToolError('CONFLICT', 'The machine sends later pieces of the file, and not the one before them', {
    retryable: true,
    hint: 'Try again.',
  });

const endless = (): ToolError =>
  new ToolError('TOO_LARGE', `The file says that it is empty, and has more than ${MOST_UNSIZED} bytes`, {
    hint: 'Copy it into a regular file there, or read a part with acp_remote_execute_command.',
  });

const shorter = (): ToolError =>
  new ToolError('CONFLICT', 'The remote file became shorter while it was fetched', {
    retryable: true,
    hint: 'Try again.',
  });

async function keepPart(file: FileHandle, part: string, length: number): Promise<void> {
  if (length === 0) return;
  mkdirSync(join(part, '..'), { recursive: true, mode: 0o700 });
  await copyFile(`/proc/self/fd/${file.fd}`, part).catch(() => {});
  const kept = await open(part, 'r+').catch(() => undefined);
  await kept?.truncate(length);
  await kept?.close();
}
