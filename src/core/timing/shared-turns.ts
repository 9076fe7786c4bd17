/** So long at a time, and a pause of the same length for everybody else. */
const TURN_MS = 10;

interface Work {
  readonly steps: Iterator<unknown>;
  readonly over: PromiseWithResolvers<void>;
}

const waiting: Work[] = [];
let isGoing = false;

/**
 * Takes these steps, a few per turn. All such work shares one turn, a step of each after the other: what many programs
 * bring at once must not take many times as long from the others.
 */
export function inSharedTurns(steps: Iterator<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>();
  waiting.push({ steps, over });
  if (!isGoing) setImmediate(takeTurn);
  isGoing = true;
  return over.promise;
}

function takeTurn(): void {
  const overAt = performance.now() + TURN_MS;
  do {
    const work = waiting.shift();
    if (work && takeStep(work)) waiting.push(work);
  } while (waiting.length > 0 && performance.now() < overAt);
  isGoing = waiting.length > 0;
  if (isGoing) setTimeout(takeTurn, TURN_MS);
}

/** Whether there may be more of it. */
function takeStep({ steps, over }: Work): boolean {
  try {
    if (steps.next().done !== true) return true;
    over.resolve();
  } catch (error) {
    over.reject(error);
  }
  return false;
}
