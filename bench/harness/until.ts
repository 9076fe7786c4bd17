import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `check` answers something. */
export async function until<T>(what: string, check: () => T | undefined, limitMs = 20_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = check();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms for ${what}`);
    await sleep(10);
  }
}
