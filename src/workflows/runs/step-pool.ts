import { nextInTurn, type Places, type Waiting } from './turns-of-agents.ts';

/** A limited number of steps at once, for each agent and for all. */
export interface StepPool {
  run<T>(by: Waiting, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface Entry extends Waiting {
  readonly start: () => void;
}

export function createStepPool(places: Places): StepPool {
  const working: string[] = [];
  const waiting: Entry[] = [];
  const startNext = (): void => {
    const next = nextInTurn(waiting, working, places);
    if (!next) return;
    waiting.splice(waiting.indexOf(next), 1);
    working.push(next.agent);
    next.start();
  };
  const enter = ({ agent, order }: Waiting, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const entry = { agent, order, start };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      startNext();
    });
  };
  return {
    run: async (by, work, signal) => {
      await enter(by, signal);
      try {
        return await work();
      } finally {
        working.splice(working.indexOf(by.agent), 1);
        startNext();
      }
    },
  };
}
