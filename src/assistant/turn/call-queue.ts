import type { TurnPlace } from './turn-place.ts';

/** How the calls of one answer go side by side. */
export interface CallQueue {
  /** Reads at once; everything else after what came before it. */
  inOrder<T>(tool: string, work: () => Promise<T>): Promise<T>;
  /** Waits for a person; while all that are open do, so does the conversation. */
  whileWaiting<T>(answer: Promise<T>): Promise<T>;
  isAnyWaiting(): boolean;
  /** Settles when one that waits goes on. */
  nextAnswer(): Promise<void>;
  /** One of them came to its end. */
  ended(): void;
}

export function createCallQueue(place: TurnPlace, count: number): CallQueue {
  let open = count;
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  let answered = Promise.withResolvers<void>();
  const tell = (): void => {
    if (open > 0 && !place.signal.aborted) place.setStatus(waiting === open ? 'waiting' : 'working');
  };
  return {
    inOrder: (tool, work) => {
      if (isRead(place, tool)) return work();
      const done = before.then(work);
      before = done.catch(() => {});
      return done;
    },
    whileWaiting: async (answer) => {
      waiting++;
      tell();
      try {
        return await answer;
      } finally {
        waiting--;
        tell();
        answered.resolve();
        answered = Promise.withResolvers<void>();
      }
    },
    isAnyWaiting: () => waiting > 0,
    nextAnswer: () => answered.promise,
    ended: () => {
      open--;
      tell();
    },
  };
}

const isRead = ({ services, caller }: TurnPlace, tool: string): boolean =>
  services.toolsFor(caller).find(({ name }) => name === tool)?.annotations.readOnlyHint === true;
