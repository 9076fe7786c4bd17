import { execFile } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once } from '../../core/once.ts';

/** The two ends of a pipe, one of them for a child. */
export interface PipeEnds {
  readonly ours: number;
  readonly theirs: number;
}

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
/** What one start of `mkfifo` makes: no more than the eighth part of the descriptors there are. */
const MOST_AT_ONCE = 64;
const atOnce = once(() => {
  const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  return limit === undefined ? MOST_AT_ONCE : Math.min(MOST_AT_ONCE, Math.ceil(Number(limit) / 8));
});

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
  if (ready.length < atOnce() / 8) makeMore().catch(() => {});
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
  const directory = mkdtempSync(join(place(), 'toolgate-pipes-'));
  const paths = Array.from({ length: atOnce() }, (_, i) => join(directory, String(i)));
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths], { env: { PATH: '/usr/bin:/bin' } });
    // Where descriptors are scarce, those there are will do.
    if (paths.filter((path) => addTo(ready, path)).length === 0) throw new Error('No descriptors are left');
  } finally {
    // One by one: to look into the directory would take a descriptor.
    for (const path of paths) rmSync(path, { force: true });
    rmdirSync(directory);
  }
}

function addTo(pipes: number[], path: string): boolean {
  try {
    return pipes.push(openSync(path, O_RDWR | O_NONBLOCK)) > 0;
  } catch {
    return false;
  }
}

/** A child writes, we read. The end that a child gets must wait, as any program expects. */
export const outputEnds = (pipe: number): PipeEnds => {
  const [ours, theirs] = openBoth(pipe, [O_RDONLY | O_NONBLOCK, O_WRONLY]);
  return { ours, theirs };
};

/** We write, a child reads, for as long as it runs: once we are gone, to open it by name would wait for ever. */
export const inputEnds = (pipe: number): PipeEnds => {
  const [theirs, ours] = openBoth(pipe, [O_RDONLY, O_WRONLY | O_NONBLOCK]);
  return { ours, theirs };
};

/** Both ends in this order, or none where there are no descriptors left; the pipe itself is used up. */
function openBoth(pipe: number, [first, second]: readonly [number, number]): [number, number] {
  const opened: number[] = [];
  try {
    for (const flags of [first, second]) opened.push(openSync(`/proc/self/fd/${pipe}`, flags));
    return opened as [number, number]; // Sound: one for each of the two.
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  } finally {
    closeSync(pipe);
  }
}

/** All that a child will ever read, as a file without a name, which it can open by name all the same. */
export function textInput(text: string | Uint8Array): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const directory = mkdtempSync(join(place(), 'toolgate-input-'));
  const path = join(directory, 'text');
  try {
    writeFileSync(path, text, { mode: 0o600 });
    return openSync(path, O_RDONLY);
  } finally {
    rmSync(path, { force: true });
    rmdirSync(directory);
  }
}

/** Where files are made that no disk should see; a disk would also take a tenth of a millisecond for each. */
const place = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
