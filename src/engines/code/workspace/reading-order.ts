import { setImmediate as nextTurn } from 'node:timers/promises';

/** Others get a turn after this time. */
const WORK_MS = 15;

/** Reads what waits: what somebody asks for comes first, and the rest does not take half of the time meanwhile. */
export function createReadingOrder(
  waiting: () => ReadonlySet<string>,
  take: (path: string) => Promise<void>,
): { all(): Promise<void>; first(paths: readonly string[]): Promise<void> } {
  let urgent: Promise<unknown> | undefined;
  const begun = new Map<string, Promise<void>>();
  const takeOnce = async (path: string): Promise<void> => {
    const taking = take(path);
    begun.set(path, taking);
    await taking.finally(() => begun.delete(path));
  };
  return {
    all: () =>
      inTurns(async () => {
        await urgent;
        return waiting().values().next().value;
      }, takeOnce),
    first: async (paths) => {
      const left = paths.values().filter((path) => waiting().has(path));
      const reading = inTurns(async () => left.next().value, takeOnce);
      urgent = Promise.allSettled([urgent, reading]);
      await reading;
      // What somebody else began to read does not wait any more, and is not known yet.
      await Promise.all(paths.map((path) => begun.get(path)));
    },
  };
}

/** Takes one after the other, until there is no next; others get their turn in between. */
async function inTurns(
  next: () => Promise<string | undefined>,
  take: (path: string) => Promise<void>,
): Promise<void> {
  let startedAt = performance.now();
  for (let path = await next(); path !== undefined; path = await next()) {
    await take(path);
    if (performance.now() - startedAt < WORK_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
}
