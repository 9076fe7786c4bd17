import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** What the kernel says of a process. */
export interface ProcFacts {
  readonly pid: number;
  /** At most 15 bytes, and the process can change it. */
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The group that its terminal listens to; -1 without a terminal. */
  readonly foreground: number;
  readonly threads: number;
  /** Since the machine started; with the pid and the boot it names a process for good. */
  readonly startTicks: number;
}

/** A running process; undefined where there is none, or only what its parent has not yet taken note of. */
export function readProc(pid: number): ProcFacts | undefined {
  const stat = readShort(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name stands in parentheses and may hold any character, parentheses too.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [state, parent, group, session, , foreground] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
    threads: Number(fields[17]),
    startTicks: Number(fields[19]),
  };
}

/** The pids that can have been given out after this one; all of them where the numbers went round since. */
export function listPidsSince(pid: number): number[] {
  const newest = Number(readShort('/proc/loadavg')?.trim().split(' ').at(-1));
  // Most commands start nothing but themselves; then there is no need to look at everybody.
  if (newest >= pid && newest - pid < FEW) return Array.from({ length: newest - pid + 1 }, (_, i) => pid + i);
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return newest < pid ? pids : pids.filter((other) => other >= pid);
}

const FEW = 8;

/** Where the standard streams of a process lead, as the kernel names them. */
export const outputsOf = (pid: number): string[] =>
  [1, 2].flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`) ?? []);

/** What a process reads, as the kernel names it, and the file of the program it runs. */
export const inputOf = (pid: number): string | undefined => linkOf(`/proc/${pid}/fd/0`);
export const programOf = (pid: number): string | undefined => linkOf(`/proc/${pid}/exe`);

/** What the kernel calls a pipe of ours: its other end has the same name. */
export const pipeName = (fd: number): string | undefined => linkOf(`/proc/self/fd/${fd}`);

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It ended, or belongs to somebody else.
    return undefined;
  }
}

export const readBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
};

export function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It ended, or belongs to somebody else.
    return '';
  }
}

/**
 * Of a process whose environment was empty a moment ago: whether it was on its way from one program to the next, which
 * has neither arguments nor environment for that moment. Threads of the kernel never have any.
 */
export const wasBetweenPrograms = ({ pid, parent }: ProcFacts): boolean =>
  parent !== KERNEL && (readShort(`/proc/${pid}/cmdline`) === '' || environmentOf(pid) !== '');

const KERNEL = 2;
const SHORT = Buffer.allocUnsafe(4096);

/** A file of the kernel that is one line; undefined where it went away between two looks. */
function readShort(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    return SHORT.toString('latin1', 0, readSync(fd, SHORT));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
