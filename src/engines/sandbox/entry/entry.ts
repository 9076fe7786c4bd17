import { closeSync, realpathSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import type { Libc } from '../../process/child/libc.ts';
import { lowerPriority } from '../../process/child/lower-priority.ts';
import { readProc } from '../../process/child/proc-files.ts';
import { differingMount } from './differing-mount.ts';
import { type Handed, handOver } from './hand-over.ts';
import { type Mount, mountsOf } from './mount-table.ts';
import { type PlannedMount, plannedMounts } from './planned-mounts.ts';

/** The first process of a sandbox: with it everything in there ends. */
export interface FirstProcess {
  readonly pid: number;
  readonly startTicks: number;
}

/** How a program gets into its sandbox: bubblewrap waits at the door until the host has looked at what it built. */
export interface Entry {
  /** For the shell before bubblewrap. */
  readonly redirections: string;
  readonly options: readonly string[];
  /** Lets the program in if everything is as it was planned, and ends it otherwise. Undefined where bubblewrap itself ended. */
  admit(waiting: Waiting): Promise<FirstProcess | undefined>;
  /** It was not even started. */
  abandon(): void;
}

interface Waiting {
  readonly pid: number;
  readonly isUnasked: boolean;
  readonly exited: Promise<unknown>;
  end(): Promise<unknown>;
}

interface EntryParts {
  readonly libc: Libc | undefined;
  /** What bubblewrap is told. */
  readonly options: readonly string[];
  /** That of the program. The shell and bubblewrap before it have their own: theirs acts outside of the sandbox. */
  readonly env: Readonly<Record<string, string>>;
  /** Of ours, out of reach for what runs in the sandbox. */
  readonly scratch: string | undefined;
  /** What reads for us runs no code of a project, and is started by the hundred: it needs nobody at the door. */
  readonly isReader: boolean;
  /** Where programs of agents can exchange files while it builds. */
  readonly changing: readonly string[];
  /** The whole machine is shown: there is nothing to compare. */
  readonly isOpen: boolean;
}

const INFO_FD = 8;
const BLOCK_FD = 7;
/** Under load, with thousands of mounts, it takes a second. */
const LONGEST_MS = 20_000;
/** Bubblewrap has nothing more to do then. */
const SETTLED_MS = 250;

export function createEntry({ libc, options, env, scratch, isReader, ...plan }: EntryParts): Entry {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
  const handed = handOver([...options, ...variables], { libc, directory: scratch });
  if (libc && !isReader) return watchedEntry(libc, handed, { ...plan, options });
  return {
    redirections: handed.redirection,
    options: handed.options,
    admit: async ({ pid, isUnasked, exited }) => {
      if (isUnasked) lowerPriority(pid);
      void exited.finally(handed.release);
      return undefined;
    },
    abandon: handed.release,
  };
}

function watchedEntry(
  libc: Libc,
  handed: Handed,
  { options, changing, isOpen }: Pick<EntryParts, 'options' | 'changing' | 'isOpen'>,
): Entry {
  const planned = isOpen ? [] : steady(plannedMounts(options), changing);
  const info = libc.pipe();
  const block = libc.pipe();
  const opened = new Set([...info, ...block]);
  const close = (): void => {
    handed.release();
    for (const fd of opened) closeSync(fd);
    opened.clear();
  };
  return {
    redirections: `${handed.redirection}exec ${INFO_FD}>/proc/${process.pid}/fd/${info[1]} ${BLOCK_FD}</proc/${process.pid}/fd/${block[0]}; `,
    options: ['--info-fd', String(INFO_FD), '--block-fd', String(BLOCK_FD), ...handed.options],
    admit: async ({ isUnasked, exited, end }) => {
      try {
        opened.delete(info[0]);
        const pid = await childPid(info[0], exited);
        const startTicks = pid === undefined ? undefined : readProc(pid)?.startTicks;
        if (pid === undefined || startTicks === undefined) return undefined;
        if (!isOpen) await assertAsPlanned(pid, planned);
        // Not before: while the sandbox is built, all of it waits for us.
        if (isUnasked) standBack(libc, pid);
        writeSync(block[1], '\n');
        return { pid, startTicks };
      } catch (error) {
        await end();
        throw error;
      } finally {
        // A closed pipe is an open door: by now the program was let in, or is gone.
        close();
      }
    },
    abandon: close,
  };
}

/**
 * A priority counts within a session only, where the kernel gives each session the same share; and a command makes
 * sessions faster than we see them. On a processor of our own we still have our turn, and end it.
 */
function standBack({ leaveOneProcessor }: Libc, pid: number): void {
  lowerPriority(pid);
  leaveOneProcessor(pid);
}

/** Where nobody can exchange anything a link may be followed beforehand; elsewhere the paths are real ones already. */
const steady = (planned: readonly PlannedMount[], changing: readonly string[]): readonly PlannedMount[] =>
  planned.map((mount) => {
    if (mount.from === undefined || isInside(mount.from, changing)) return mount;
    try {
      return { ...mount, from: realpathSync(mount.from) };
    } catch {
      return mount;
    }
  });

/** What bubblewrap tells as soon as it has made the first process. */
function childPid(fd: number, exited: Promise<unknown>): Promise<number | undefined> {
  const socket = new Socket({ fd, readable: true, writable: false });
  let text = '';
  return new Promise<number | undefined>((resolve, reject) => {
    const timer = setTimeout(() => reject(notReady()), LONGEST_MS);
    const settle = (pid: number | undefined): void => {
      clearTimeout(timer);
      resolve(pid);
    };
    // Nobody knows then what is behind the door.
    socket.on('error', () => reject(notReady()));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
      if (pid !== undefined && text.includes('}')) settle(Number(pid));
    });
    void exited.then(() => settle(undefined));
  }).finally(() => socket.destroy());
}

async function assertAsPlanned(pid: number, planned: readonly PlannedMount[]): Promise<void> {
  const ours = mountsOf('self');
  const begin = performance.now();
  for (let builtAt: number | undefined; ; await delay(1)) {
    const made = tableOf(pid);
    // It ended, and says itself why.
    if (made === undefined) return;
    const differs = differingMount(planned, { made, ours });
    if (differs === undefined) return;
    const now = performance.now();
    builtAt = isBuilt(made, ours) ? (builtAt ?? now) : undefined;
    if (now - (builtAt ?? now) > SETTLED_MS || now - begin > LONGEST_MS) throw exchanged(differs);
  }
}

/** Bubblewrap begins with our own mounts, and moves them away at the end. */
const isBuilt = (made: readonly Mount[], ours: readonly Mount[]): boolean =>
  made.every(({ to }) => !/^\/(old|new)root(\/|$)/.test(to)) &&
  made.every(({ to, device }) => to !== '/' || ours.every((one) => one.to !== '/' || one.device !== device));

function tableOf(pid: number): ReturnType<typeof mountsOf> | undefined {
  try {
    return mountsOf(pid);
  } catch {
    return undefined;
  }
}

const notReady = (): ToolError =>
  new ToolError(
    'UNAVAILABLE',
    `The sandbox was not ready after ${LONGEST_MS / 1000} seconds, so nothing ran`,
  );

const exchanged = (place: string): ToolError =>
  new ToolError('CONFLICT', `${place} was moved or replaced while the sandbox was made, so nothing ran`, {
    retryable: true,
    hint: 'Try again. If it goes on, stop what changes files there.',
  });
