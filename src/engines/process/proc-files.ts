import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What the kernel says of a process. */
export interface ProcFacts {
  readonly pid: number;
  /** At most 15 bytes, and the process can change it. */
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Since the machine started; with the pid and the boot it names a process for good. */
  readonly startTicks: number;
}

/** A running process; undefined where there is none, or only what its parent has not yet taken note of. */
export function readProc(pid: number): ProcFacts | undefined {
  const stat = readProcFile(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name stands in parentheses and may hold any character, parentheses too.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: Number(fields[19]),
  };
}

/** The pids that can have been given out after this one; all of them where the numbers went round since. */
export function listPidsSince(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const newest = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
  return newest < pid ? pids : pids.filter((other) => other >= pid);
}

export const hasInEnvironment = (pid: number, assignment: string): boolean =>
  `\0${readProcFile(pid, 'environ') ?? ''}`.includes(`\0${assignment}\0`);

/** Where the standard streams of a process lead, as the kernel names them. */
export const outputsOf = (pid: number): string[] =>
  [1, 2].flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });

export const readBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
};

/** A process can end, or belong to somebody else, at any moment between two looks. */
function readProcFile(pid: number, name: 'stat' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}
