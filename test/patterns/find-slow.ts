import { Worker } from 'node:worker_threads';
import type { Pattern } from './read-patterns.ts';

/** A pattern that needs far more than four times as long for four times the text, and on which text. */
export interface SlowPattern {
  readonly pattern: Pattern;
  readonly text: string;
}

/** What the thread that measures tells: it has begun with a pattern, found one slow, or is done. */
export type Told =
  | { readonly kind: 'begin' | 'done'; readonly index: number }
  | { readonly kind: 'slow'; readonly index: number; readonly text: string };

// By the clock, and so only for what would never end; everything else is measured by the time of the processor.
const NEVER_ENDS_MS = 15_000;

/** Runs each pattern over texts that slow ones stumble over, in a thread that can be ended. */
export async function findSlow(
  patterns: readonly Pattern[],
  { neverEndsMs = NEVER_ENDS_MS } = {},
): Promise<SlowPattern[]> {
  const slow: SlowPattern[] = [];
  const stuck: Pattern[] = [];
  for (let rest = patterns; rest.length > 0; ) {
    const { found, ended } = await measure(rest, neverEndsMs);
    slow.push(...found);
    stuck.push(...rest.slice(ended, ended + 1));
    rest = rest.slice(ended + 1);
  }
  // Once more, alone: the machine may have been busy.
  for (const pattern of stuck) {
    const { found, ended } = await measure([pattern], neverEndsMs);
    slow.push(...found, ...(ended === 0 ? [{ pattern, text: 'a text on which it does not end' }] : []));
  }
  return slow.sort((a, b) => patterns.indexOf(a.pattern) - patterns.indexOf(b.pattern));
}

interface Measured {
  readonly found: readonly SlowPattern[];
  /** How many were run to their end. */
  readonly ended: number;
}

function measure(patterns: readonly Pattern[], neverEndsMs: number): Promise<Measured> {
  const { promise, resolve, reject } = Promise.withResolvers<Measured>();
  const worker = new Worker(new URL('./measure.ts', import.meta.url), { workerData: patterns });
  const found: SlowPattern[] = [];
  let ended = 0;
  const stop = (): void => resolve({ found, ended });
  // Runs while a pattern does; how long the thread takes to start says nothing.
  let timer: NodeJS.Timeout | undefined;
  worker.on('message', (told: Told) => {
    clearTimeout(timer);
    ended = told.index;
    const pattern = patterns[told.index];
    if (told.kind === 'slow' && pattern) found.push({ pattern, text: told.text });
    if (told.kind === 'done') stop();
    else timer = setTimeout(stop, neverEndsMs);
  });
  worker.once('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
