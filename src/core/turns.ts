/** Starts what it is given in the order given, a few pieces per turn of the event loop. */
export type Turns = (work: () => void) => void;

/**
 * A burst of requests that arrives in one read would otherwise be handled in one go, while timers and other
 * connections wait.
 */
export function createTurns(perTurn: number): Turns {
  const waiting: (() => void)[] = [];
  let started = 0;
  const start = (work: () => void): void => {
    if (started++ === 0) setImmediate(nextTurn);
    work();
  };
  const nextTurn = (): void => {
    started = 0;
    for (const work of waiting.splice(0, perTurn)) start(work);
  };
  return (work) => {
    if (waiting.length === 0 && started < perTurn) start(work);
    else waiting.push(work);
  };
}
