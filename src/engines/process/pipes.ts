import { execFile } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The two ends of a pipe, one of them for a child. */
export interface PipeEnds {
  readonly ours: number;
  readonly theirs: number;
}

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** What one start of `mkfifo` makes, and how few of them are left when it is started again. */
const AT_ONCE = 64;
const FEW = 8;

/** Descriptors that hold a pipe each, with nothing in it and nobody at its ends. */
const ready: number[] = [];
let making: Promise<void> | undefined;

/**
 * Real pipes for a child. Node gives its children sockets, which cannot be opened by name: `echo x > /dev/stderr` and
 * `kubectl apply -f /dev/stdin` would
 * fail, and they take twice the time. Undefined where there is no way to make some.
 */
export async function takePipes(count: number): Promise<readonly number[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    while (ready.length < count) await makeMore();
  } catch {
    // Without `mkfifo`, or a place for its files, sockets have to do.
    return undefined;
  }
  const taken = ready.splice(0, count);
  if (ready.length < FEW) makeMore().catch(() => {});
  return taken;
}

const makeMore = (): Promise<void> => {
  making ??= make().finally(() => {
    making = undefined;
  });
  return making;
};

/** Their names are gone before anybody could use them. */
async function make(): Promise<void> {
  const directory = mkdtempSync(join(memoryPlace(), 'toolgate-pipes-'));
  try {
    const paths = Array.from({ length: AT_ONCE }, (_, i) => join(directory, String(i)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths], { env: { PATH: '/usr/bin:/bin' } });
    for (const path of paths) ready.push(openSync(path, O_RDWR | O_NONBLOCK));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A child writes, we read. The end that a child gets must wait, as any program expects. */
export const outputEnds = (pipe: number): PipeEnds =>
  opened(pipe, () => ({ ours: openAgain(pipe, O_RDONLY | O_NONBLOCK), theirs: openAgain(pipe, O_WRONLY) }));

/** We write, a child reads, for as long as it runs: once we are gone, to open it by name would wait for ever. */
export const inputEnds = (pipe: number): PipeEnds =>
  opened(pipe, () => ({ theirs: openAgain(pipe, O_RDONLY), ours: openAgain(pipe, O_WRONLY | O_NONBLOCK) }));

function opened(pipe: number, open: () => PipeEnds): PipeEnds {
  try {
    return open();
  } finally {
    closeSync(pipe);
  }
}

const openAgain = (pipe: number, flags: number): number => openSync(`/proc/self/fd/${pipe}`, flags);

/** All that a child will ever read, as a file without a name, which it can open by name all the same. */
export function textInput(text: string | Uint8Array): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const directory = mkdtempSync(join(memoryPlace(), 'toolgate-input-'));
  try {
    const path = join(directory, 'text');
    writeFileSync(path, text, { mode: 0o600 });
    return openSync(path, O_RDONLY);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Where files are made that no disk should see; a disk would also take a tenth of a millisecond for each. */
export const memoryPlace = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
