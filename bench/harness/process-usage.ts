import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** CPU time, user and system, that a process has used so far. */
export function cpuMs(pid: number): number {
  // The scheduler's own count is in nanoseconds, but it is kept per thread, and not every kernel has it.
  if (!existsSync(`/proc/${pid}/schedstat`)) return cpuTicks(pid) * TICK_MS;
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(pid, thread), 0);
}

function threadMs(pid: number, thread: string): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function cpuTicks(pid: number): number {
  // The program's name, in brackets, may hold blanks; the numbers start behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

export interface Memory {
  /** All pages in use, those shared with other Node processes included. */
  readonly rssMb: number;
  /** Shared pages divided among those who share them. */
  readonly pssMb: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]) / 1024;
  return { rssMb: megabytes('Rss'), pssMb: megabytes('Pss') };
}
