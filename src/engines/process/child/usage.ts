import { inTurns } from './in-turns.ts';
import { memoryOf, processesSince } from './proc-files.ts';

/** What a group of processes uses. */
export interface Usage {
  /** Since it started, in milliseconds of processor time. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

/** The sum over a process and everything in its group or session; undefined where the kernel does not tell. */
export async function usageOf(leader: number): Promise<Usage | undefined> {
  if (process.platform !== 'linux') return undefined;
  const kin = new Set<number>([leader]);
  const used = (await inTurns(processesSince(leader))).filter(({ pid, parent, group, session }) => {
    if (group === leader || session === leader || kin.has(parent)) kin.add(pid);
    return kin.has(pid);
  });
  if (used.length === 0) return undefined;
  return {
    cpuMs: used.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: used.reduce((sum, each) => sum + memoryOf(each).resident, 0),
  };
}
