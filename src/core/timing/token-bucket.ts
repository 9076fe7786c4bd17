const MINUTE_MS = 60_000;
/** Agents come and go; after a minute a bucket is full again and need not be kept. */
const MOST_KEYS = 500;

/** One bucket for each key, full at first, refilled evenly; an idle key costs nothing. */
export interface TokenBuckets {
  /** Takes one; answers 0, or how long until there is one. */
  take(key: string, nowMs: number): number;
}

export function createTokenBuckets(perMinute: number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMs = perMinute / MINUTE_MS;
  const forgetFull = (nowMs: number): void => {
    for (const [key, { at }] of buckets) if (nowMs - at > MINUTE_MS) buckets.delete(key);
  };
  return {
    take: (key, nowMs) => {
      const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: nowMs };
      const now = Math.min(perMinute, tokens + (nowMs - at) * perMs);
      if (now < 1) {
        buckets.set(key, { tokens: now, at: nowMs });
        return (1 - now) / perMs;
      }
      if (buckets.size >= MOST_KEYS) forgetFull(nowMs);
      buckets.set(key, { tokens: now - 1, at: nowMs });
      return 0;
    },
  };
}
