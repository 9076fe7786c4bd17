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
export async function findSlow(patterns: readonly Pattern[]): Promise<SlowPattern[]> {
  const slow: SlowPattern[] = [];
  let from = 0;
  while (from < patterns.length) from = await runFrom(patterns, from, slow);
  return slow;
}

/** Where to go on: after the last pattern, or after the one that did not end. */
function runFrom(patterns: readonly Pattern[], from: number, slow: SlowPattern[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const worker = new Worker(new URL('./measure.ts', import.meta.url), { workerData: { patterns, from } });
  let at = from;
  const note = (index: number, text: string): void => {
    const pattern = patterns[index];
    if (pattern) slow.push({ pattern, text });
  };
  const giveUp = (): void => {
    note(at, 'a text on which it does not end');
    resolve(at + 1);
  };
  let timer = setTimeout(giveUp, NEVER_ENDS_MS);
  worker.on('message', (told: Told) => {
    clearTimeout(timer);
    at = told.index;
    if (told.kind === 'slow') note(at, told.text);
    if (told.kind === 'done') resolve(patterns.length);
    else timer = setTimeout(giveUp, NEVER_ENDS_MS);
  });
  worker.once('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
