const MINUTE_MS = 60_000;
/** Agents come and go; what is full again need not be kept. */
const MOST_KEYS = 500;

/** One bucket for each key, full at first, refilled evenly; an idle key costs nothing. */
export interface TokenBuckets {
  /** Takes one; answers 0, or how long until there is one. */
  take(key: string, nowMs: number): number;
  /** Takes what was used already, also where there was less: the next waits the longer. */
  spend(key: string, many: number, nowMs: number): void;
}

/** So many a minute, or in another time. */
export function createTokenBuckets(most: number, periodMs = MINUTE_MS): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perMs = most / periodMs;
  let forgetAt = MOST_KEYS;
  const keep = (key: string, tokens: number, nowMs: number): void => {
    buckets.set(key, { tokens, at: nowMs });
    if (buckets.size < forgetAt) return;
    for (const [one, { tokens: left, at }] of buckets)
      if (left + (nowMs - at) * perMs >= most) buckets.delete(one);
    // Those that are left are not looked at again for each newcomer.
    forgetAt = Math.max(MOST_KEYS, buckets.size * 2);
  };
  const tokensOf = (key: string, nowMs: number): number => {
    const { tokens, at } = buckets.get(key) ?? { tokens: most, at: nowMs };
    return Math.min(most, tokens + (nowMs - at) * perMs);
  };
  return {
    spend: (key, many, nowMs) => keep(key, tokensOf(key, nowMs) - many, nowMs),
    take: (key, nowMs) => {
      const now = tokensOf(key, nowMs);
      const isThere = now >= 1;
      keep(key, isThere ? now - 1 : now, nowMs);
      return isThere ? 0 : (1 - now) / perMs;
    },
  };
}
