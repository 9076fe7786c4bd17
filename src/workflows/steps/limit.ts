/** Runs at most so many at once, in the order they came. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(size: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
