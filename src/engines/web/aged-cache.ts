/** Something that was found out before, and how long ago. */
interface Aged<T> {
  readonly value: T;
  readonly ageMs: number;
}

/** Keeps answers for a while; the oldest make room for new ones. */
export interface AgedCache<T> {
  get(key: string): Aged<T> | undefined;
  set(key: string, value: T): void;
}

export function createAgedCache<T>(lifeMs: number, mostEntries: number): AgedCache<T> {
  const entries = new Map<string, { value: T; at: number }>();
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const ageMs = Date.now() - entry.at;
      if (ageMs < lifeMs && ageMs >= 0) return { value: entry.value, ageMs };
      entries.delete(key);
      return undefined;
    },
    set: (key, value) => {
      if (lifeMs === 0) return;
      entries.delete(key);
      entries.set(key, { value, at: Date.now() });
      const [oldest] = entries.keys();
      if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
