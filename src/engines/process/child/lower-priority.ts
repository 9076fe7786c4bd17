import { constants, setPriority } from 'node:os';

/** Lets everything else on the machine go first. What the process starts from now on inherits it, and cannot undo it. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended.
  }
}
