import { setTimeout as delay } from 'node:timers/promises';

interface Pauses {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Looks again and again until something is found; the next look begins when the last one is over. Answers how to stop. */
export function lookAgain(
  find: () => Promise<string | undefined>,
  { firstMs, lastMs }: Pauses,
  onFound: (what: string) => void,
): () => void {
  let isOver = false;
  void (async () => {
    for (let pauseMs = firstMs; !isOver; pauseMs = Math.min(pauseMs * 2, lastMs)) {
      await delay(pauseMs, undefined, { ref: false });
      const found = isOver ? undefined : await find();
      if (isOver || found === undefined) continue;
      isOver = true;
      onFound(found);
    }
  })();
  return () => {
    isOver = true;
  };
}
