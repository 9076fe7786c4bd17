import { setPriority } from 'node:os';

/** About a third of the share of others: beside a build that uses all processors, a search must still come to its end. */
const BEHIND_OTHERS = 5;

/** Lets everything else on the machine go first. What the process starts from now on inherits it, and cannot undo it. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, BEHIND_OTHERS);
  } catch {
    // It ended.
  }
}
