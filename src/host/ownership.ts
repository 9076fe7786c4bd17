import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';

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
  } catch {
    lock.close();
    throw new OwnedByAnother(dataDir, readOwner(dataDir));
  }
  const path = join(dataDir, 'host.json');
  const write = (owner: Owner): void => writeFileSync(path, JSON.stringify(owner), { mode: 0o600 });
  const self: Owner = { ...describeSelf(), kind };
  write(self);
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
    super(`${dataDir} is in use by ${who}. Stop it, or choose another --data-dir.`);
    this.owner = owner;
  }
}

export function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as Owner;
  } catch {
    // Not there, or being written: nobody known.
    return undefined;
  }
}

function makeDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // An attempt tells more than permission bits: root may write where the file system may not.
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The data directory ${dataDir} is not writable: ${reason}. Choose another with --data-dir.`,
    );
  }
}

const describeSelf = (): Omit<Owner, 'kind'> => ({
  pid: process.pid,
  startTime: startTimeOf('self'),
  bootId: readQuietly('/proc/sys/kernel/random/boot_id').trim(),
  version: VERSION,
});

// The 22nd field; the second one, the program's name, may hold blanks and brackets.
const startTimeOf = (pid: string): string =>
  readQuietly(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? '';

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
