import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../core/errors.ts';
import { VERSION } from '../core/process/version.ts';

/** Who owns a data directory, as far as others may know. */
export interface Owner {
  readonly pid: number;
  /** Clock ticks since boot; with the boot id it tells this process from a later one with the same pid. */
  readonly startTime: string;
  readonly bootId: string;
  readonly version: string;
  readonly kind: 'background' | 'serve' | 'in-process';
  readonly address?: string;
}

export interface Ownership {
  /** Adds where the owner can be reached to what others may know. */
  announce(address: string): void;
  release(): void;
}

/**
 * Exactly one process owns a data directory. The lock is one that the kernel gives back when its holder
 * dies, however it dies: a file with a pid in it would outlive a kill -9 and could name a stranger.
 */
export function takeOwnership(dataDir: string, kind: Owner['kind']): Ownership {
  makeDirectory(dataDir);
  const lock = new DatabaseSync(join(dataDir, 'host.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new OwnedByAnother(dataDir, readOwner(dataDir));
    throw new UsageError(
      `${join(dataDir, 'host.lock')} cannot be used: ${reasonOf(error)}. Move it away, or choose another --data-dir.`,
    );
  }
  const path = join(dataDir, 'host.json');
  // Renamed into place: others read it at any moment.
  const write = (owner: Owner): void => {
    const next = `${path}.${process.pid}`;
    writeFileSync(next, JSON.stringify(owner), { mode: 0o600 });
    renameSync(next, path);
  };
  const self: Owner = { ...describeSelf(), kind };
  try {
    write(self);
  } catch (error) {
    lock.close();
    throw new UsageError(
      `${path} cannot be written: ${reasonOf(error)}. Check the disk, or choose another --data-dir.`,
    );
  }
  return {
    announce: (address) => write({ ...self, address }),
    release: () => {
      rmSync(path, { force: true });
      lock.close();
    },
  };
}

export class OwnedByAnother extends UsageError {
  readonly owner: Owner | undefined;

  constructor(dataDir: string, owner: Owner | undefined) {
    const who = owner
      ? `toolgate ${owner.kind} (pid ${owner.pid}${owner.address === undefined ? '' : `, ${owner.address}`})`
      : 'another process';
    super(`${dataDir} is in use by ${who}. ${howToEnd(owner)}, or choose another --data-dir.`);
    this.owner = owner;
  }
}

const howToEnd = (owner: Owner | undefined): string =>
  owner?.kind === 'in-process' ? 'End that program' : 'End it with toolgate stop';

export function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as Owner;
  } catch {
    // Not there, or being written: nobody known.
    return undefined;
  }
}

// Not files at all, and creating a directory there can keep Node busy for ever.
const NOT_FOR_DATA = /^\/(proc|sys|dev)(\/|$)/;

function makeDirectory(dataDir: string): void {
  if (NOT_FOR_DATA.test(dataDir))
    throw new UsageError(
      `The data directory ${dataDir} is not writable: it is not on a disk. Choose another with --data-dir.`,
    );
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // An attempt tells more than permission bits: root may write where the file system may not.
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new UsageError(
      `The data directory ${dataDir} is not writable: ${reasonOf(error)}. Choose another with --data-dir.`,
    );
  }
}

const describeSelf = (): Omit<Owner, 'kind'> => ({
  pid: process.pid,
  startTime: statOf('self').startTime,
  bootId: readQuietly('/proc/sys/kernel/random/boot_id').trim(),
  version: VERSION,
});

/** State and start time of a process; the program's name before them may hold blanks and brackets. */
function statOf(pid: string): { state: string; startTime: string } {
  const [state = '', ...fields] = readQuietly(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return { state, startTime: fields[18] ?? '' };
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const SQLITE_BUSY = 5;

// The lower byte of SQLite's extended code is the primary one.
const isBusy = (error: unknown): boolean =>
  (Number((error as { errcode?: unknown }).errcode) & 0xff) === SQLITE_BUSY;

/** Whether the owner that is written down still runs; a kill -9 leaves its words behind, and may leave a zombie. */
export function isRunning({ pid, startTime }: Owner): boolean {
  const now = statOf(String(pid));
  return now.startTime === startTime && now.state !== 'Z';
}
