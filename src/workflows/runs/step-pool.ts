/** A limited number of steps at once, given to the oldest run that waits: runs come to an end one after another. */
export interface StepPool {
  run<T>(order: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface Waiting {
  readonly order: number;
  readonly start: () => void;
}

export function createStepPool(size: number): StepPool {
  let taken = 0;
  const waiting: Waiting[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next.start();
    else taken--;
  };
  const enter = (order: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (taken < size) {
      taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const entry = { order, start };
      signal.addEventListener('abort', leave, { once: true });
      const behind = waiting.findIndex((other) => other.order > order);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, entry);
    });
  };
  return {
    run: async (order, work, signal) => {
      await enter(order, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
