import { setImmediate as nextTurn } from 'node:timers/promises';

/** After so long the others get their turn. */
const TURN_MS = 10;

/** To be awaited between the parts of long work: everybody waits while one part of it goes on. */
export function createPauses(): () => Promise<void> {
  let turnAt = performance.now();
  return async () => {
    if (performance.now() - turnAt < TURN_MS) return;
    await nextTurn();
    turnAt = performance.now();
  };
}

/** Long work of one call, which is given up when it has taken too much. */
export interface Work {
  /** To be asked between its parts: others wait. */
  readonly isDue: boolean;
  /** Lets the others go first, if it is due. */
  pause(): Promise<void>;
  /** It had its time; what is not done yet is left undone. */
  readonly isOver: boolean;
}

/** Its time is that on a processor: on a busy machine it gets as much done as elsewhere. */
export function createWork(mostMs: number): Work {
  let [usedMs, turnAt, cpuAt] = [0, performance.now(), process.threadCpuUsage()];
  const isDue = (): boolean => performance.now() - turnAt >= TURN_MS;
  return {
    get isDue() {
      return isDue();
    },
    get isOver() {
      return usedMs > mostMs;
    },
    pause: async () => {
      if (!isDue()) return;
      const { user, system } = process.threadCpuUsage(cpuAt);
      usedMs += (user + system) / 1000;
      await nextTurn();
      [turnAt, cpuAt] = [performance.now(), process.threadCpuUsage()];
    },
  };
}

/** What comes of each, one after another, with pauses: how many there are may be for others to say. */
export async function inTurns<T, R>(
  items: Iterable<T>,
  work: (item: T) => readonly R[] | Promise<readonly R[]>,
): Promise<R[]> {
  const pause = createPauses();
  const found: R[] = [];
  for (const item of items) {
    await pause();
    for (const one of await work(item)) found.push(one);
  }
  return found;
}
