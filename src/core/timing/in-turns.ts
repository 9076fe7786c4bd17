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
