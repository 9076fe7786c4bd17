/** A body up to this size is read at once. */
export const ORDINARY_BYTES = 8_388_608;
const AT_ONCE = 4;

interface Places {
  /** Starts when there is room. Returns what gives the place back, or leaves the queue. */
  enter(start: () => void): () => void;
}

/** So many large bodies are read at the same time: as many as there are connections would fill the memory. */
export function createPlaces(atOnce = AT_ONCE): Places {
  const waiting = new Set<() => void>();
  let taken = 0;
  const startNext = (): void => {
    const [next] = waiting;
    if (next === undefined || taken >= atOnce) return;
    waiting.delete(next);
    taken++;
    next();
  };
  return {
    enter: (start) => {
      const begin = (): void => start();
      waiting.add(begin);
      startNext();
      return () => {
        if (!waiting.delete(begin)) taken--;
        startNext();
      };
    },
  };
}
