import { readFileSync } from 'node:fs';
import { listPidsSince, readProc } from './proc-files.ts';

/** What a group of processes uses. */
export interface Usage {
  /** Since it started, in milliseconds of processor time. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

// The kernel counts in these, on every Linux that Node runs on.
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** The sum over a process and everything in its group or session; undefined where the kernel does not tell. */
export function usageOf(leader: number): Usage | undefined {
  if (process.platform !== 'linux') return undefined;
  const all = listPidsSince(leader).flatMap((pid) => readProc(pid) ?? []);
  const kin = new Set<number>([leader]);
  for (const { pid, parent, group, session } of all)
    if (group === leader || session === leader || kin.has(parent)) kin.add(pid);
  const used = [...kin].flatMap((pid) => usedBy(pid) ?? []);
  if (used.length === 0) return undefined;
  return {
    cpuMs: used.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: used.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

function usedBy(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      memoryBytes: Number(fields[21]) * PAGE_BYTES,
    };
  } catch {
    // It ended a moment ago.
    return undefined;
  }
}
