/** Starts what it is given in the order given, a few pieces per turn. */
export interface Turns {
  take(work: () => void): void;
  /** Whether some of it waits for the next turn. */
  readonly isBehind: boolean;
  /** Starts nothing more until told to go on. */
  pause(): void;
  resume(): void;
}

/**
 * A burst of requests that arrives in one read would otherwise be handled in one go, while timers, other connections
 * and the readers of the answers wait. A turn is one of the event loop, or one event in it where a single stream brings
 * the burst: to wait for the loop costs every request that comes alone.
 */
export function createTurns(perTurn: number, per: 'loop' | 'event'): Turns {
  const waiting: (() => void)[] = [];
  let started = 0;
  let isPaused = false;
  const start = (work: () => void): void => {
    if (started++ === 0) (per === 'loop' ? setImmediate : process.nextTick)(endTurn);
    work();
  };
  const endTurn = (): void => {
    started = 0;
    if (waiting.length === 0 || isPaused) return;
    if (per === 'loop') nextTurn();
    else setImmediate(nextTurn);
  };
  const nextTurn = (): void => {
    if (isPaused) return;
    for (const work of waiting.splice(0, perTurn)) start(work);
  };
  return {
    take: (work) => {
      if (waiting.length === 0 && started < perTurn && !isPaused) start(work);
      else waiting.push(work);
    },
    get isBehind() {
      return waiting.length > 0;
    },
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      if (waiting.length > 0) setImmediate(nextTurn);
    },
  };
}
