import { parentPort, workerData } from 'node:worker_threads';
import type { Told } from './find-slow.ts';
import { pumped, pumpsFor } from './pump.ts';
import type { Pattern } from './read-patterns.ts';

/** On the short ones those show that take the cube of the time, or more; on long ones they would not end. */
const LENGTHS = [250, 8000];
/** A linear pattern takes a few microseconds for a thousand characters. */
const NOTABLE_MS = 0.5;
const TIMES_LONGER = 4;
/** Four times the text takes four times as long, or sixteen times with the square. */
const MOST_GROWTH = 9;

const { patterns, from } = workerData as { readonly patterns: readonly Pattern[]; readonly from: number };
const tell = (told: Told): void => parentPort?.postMessage(told);

for (const [index, pattern] of patterns.entries()) {
  if (index < from) continue;
  tell({ kind: 'begin', index });
  const text = slowText(pattern);
  if (text !== undefined) tell({ kind: 'slow', index, text });
}
tell({ kind: 'done', index: patterns.length });

function slowText({ source, flags }: Pattern): string | undefined {
  const pattern = new RegExp(source, flags);
  const slow = pumpsFor(source, flags).find((pump) =>
    LENGTHS.some((length) => isSlow(pattern, length, (long) => pumped(pump, long))),
  );
  return slow && `${JSON.stringify(slow.start)} and many ${JSON.stringify(slow.piece)}`;
}

/** A suspect is measured again: a busy machine can be late once, and a pattern is compiled when it first runs. */
function isSlow(pattern: RegExp, length: number, textOf: (length: number) => string): boolean {
  if (cpuMsFor(pattern, textOf(length)) < NOTABLE_MS) return false;
  const least = (long: number) => Math.min(...[1, 2].map(() => cpuMsFor(pattern, textOf(long))));
  const short = least(length);
  return short >= NOTABLE_MS / 2 && least(TIMES_LONGER * length) > MOST_GROWTH * short;
}

/** Of this thread: others keep the machine busy while tests run. */
function cpuMsFor(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  // Through the whole text where it is global, at its beginning only where it is sticky.
  if (pattern.global) text.replace(pattern, '');
  else {
    pattern.lastIndex = 0;
    pattern.test(text);
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
