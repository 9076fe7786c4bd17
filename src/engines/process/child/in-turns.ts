import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work in steps of less than a few milliseconds each: it pauses where it yields. */
export type Steps<T> = Generator<void, T>;

/** How long it may go on before others get their turn. */
const TURN_MS = 10;

let lastTurn: Promise<void> = Promise.resolve();

/** Without holding up the others: however many such works go on together, only one has a turn between two events. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  let begin = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begin < TURN_MS) continue;
    lastTurn = lastTurn.then(() => nextTurn());
    await lastTurn;
    begin = performance.now();
  }
}

/** For an answer that is needed in the same turn. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
