/** A body up to this size is read at once. */
export const ORDINARY_BYTES = 8_388_608;

interface Places {
  /** Starts when there is room. Returns what gives the place back, or leaves the queue. */
  enter(principal: string, start: () => void): () => void;
}

/**
 * So many large bodies are read at the same time: as many as there are connections would fill the memory. A principal
 * that sends one and never its end holds up nobody else.
 */
export function createPlaces({ atOnce = 4, perPrincipal = 1 } = {}): Places {
  const waiting = new Map<() => void, string>();
  const taken: string[] = [];
  const hasRoom = (principal: string): boolean =>
    taken.length < atOnce && taken.filter((one) => one === principal).length < perPrincipal;
  const startNext = (): void => {
    const next = [...waiting].find(([, principal]) => hasRoom(principal));
    if (!next) return;
    const [begin, principal] = next;
    waiting.delete(begin);
    taken.push(principal);
    begin();
  };
  return {
    enter: (principal, start) => {
      const begin = (): void => start();
      waiting.set(begin, principal);
      startNext();
      return () => {
        if (!waiting.delete(begin)) taken.splice(taken.indexOf(principal), 1);
        startNext();
      };
    },
  };
}
