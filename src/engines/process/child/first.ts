/** What comes first; undefined where the time is over before any of it. */
export async function first<T>(awaited: readonly Promise<T>[], limitMs: number): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([...awaited, over]);
  } finally {
    clearTimeout(timer);
  }
}
