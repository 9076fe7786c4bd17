/** Runs what is asked for under one name one after the other; different names do not wait for each other. */
export type Turns = <T>(names: readonly string[], act: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (names, act) => {
    const before = names.map((name) => last.get(name));
    const mine = Promise.allSettled(before).then(act);
    for (const name of names) last.set(name, mine);
    try {
      return await mine;
    } finally {
      for (const name of names) if (last.get(name) === mine) last.delete(name);
    }
  };
}
