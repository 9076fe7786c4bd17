import { hash } from 'node:crypto';
import { type BigIntStats, constants, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ToolError } from '../../../core/errors.ts';
import type { DiskPath } from '../open/entry-name.ts';
import { isAsBefore, type Target } from '../open/target.ts';
import { clearLeftBehind, LEFT_BEHIND_MS } from './left-behind.ts';

/** What fills the new file. */
export type Filler = (file: FileHandle) => Promise<void>;

interface NewFile {
  /** Where there was none before. */
  readonly mode?: number;
  /** Unset for a file that brings its own owner and mode. */
  readonly keepsOld?: boolean;
}

/**
 * Puts a whole new file where the target is: written beside it, made durable, then renamed over it. A reader, also
 * after a crash, finds the old file or the new one. Owner and mode are those of the old file; other
 * attributes (access lists, labels) are what the directory gives to new files, as Node cannot read them.
 */
export async function replaceFile(
  target: Target,
  fill: Filler,
  { mode = 0o666, keepsOld = true }: NewFile = {},
): Promise<void> {
  const { directory, name } = target;
  const old = keepsOld ? oldFileOf(target) : undefined;
  const temporary = directory.at(`.toolgate-${hash('sha256', name).slice(0, 16)}.tmp`);
  const file = await createTemporary(temporary, old ? 0o600 : mode, target);
  try {
    const ino = await writeTo(file, fill, old, target);
    // Nothing may happen between these looks and the rename.
    if (!isAsBefore(target) || lstatSync(temporary, { bigint: true }).ino !== ino)
      throw changedMeanwhile(target);
    renameSync(temporary, directory.at(name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  await directory.sync();
  clearLeftBehind(directory);
}

/** A link that is replaced has no mode of its own to keep. */
const oldFileOf = ({ stats }: Target): BigIntStats | undefined => (stats?.isFile() ? stats : undefined);

/** Fills the new file and makes it durable; answers which file it is. */
async function writeTo(
  file: FileHandle,
  fill: Filler,
  old: BigIntStats | undefined,
  target: Target,
): Promise<bigint> {
  try {
    await fill(file);
    if (old) await keepOwnerAndMode(file, old, target);
    await file.sync();
    return (await file.stat({ bigint: true })).ino;
  } finally {
    await file.close();
  }
}

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants;

/**
 * The name is the same for each write of a file: of two writers, in whatever process, only one can have it, and what
 * a killed one left is found by the next.
 */
async function createTemporary(path: DiskPath, mode: number, target: Target): Promise<FileHandle> {
  const flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW;
  try {
    return await open(path, flags, mode);
  } catch (error) {
    // Sound: open throws nothing but errno exceptions.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw directoryClosed(target, error);
    if (code !== 'EEXIST') throw error;
  }
  const left = lstatSync(path, { throwIfNoEntry: false });
  if (left && Date.now() - left.mtimeMs < LEFT_BEHIND_MS) {
    throw new ToolError('CONFLICT', `${target.path} is being written by another program`, {
      retryable: true,
      hint: 'Try again in a minute.',
    });
  }
  if (left) unlinkSync(path);
  return open(path, flags, mode);
}

async function keepOwnerAndMode(
  file: FileHandle,
  { uid, gid, mode }: BigIntStats,
  { path }: Target,
): Promise<void> {
  const own = await file.stat({ bigint: true });
  if (own.uid !== uid || own.gid !== gid) {
    try {
      await file.chown(Number(uid), Number(gid));
    } catch (cause) {
      throw new ToolError('PERMISSION_DENIED', `${path} belongs to another user or group`, {
        cause,
        hint: 'Replacing it would make you its owner; a person has to change it.',
      });
    }
  }
  // After the owner, since changing that clears some of the bits.
  await file.chmod(Number(mode) & 0o7777);
}

const directoryClosed = ({ path, directory }: Target, cause: unknown): ToolError =>
  new ToolError('PERMISSION_DENIED', `${path} cannot be written: ${directory.realPath} takes no new files`, {
    cause,
    hint: 'A file is replaced as a whole, by a new one beside it. A person has to make that directory writable.',
  });

const changedMeanwhile = ({ path }: Target): ToolError =>
  new ToolError('CONFLICT', `${path} was changed by another program while it was written`, {
    retryable: true,
    hint: 'Nothing was written. Read it again.',
  });
