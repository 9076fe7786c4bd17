import { parentPort, workerData } from 'node:worker_threads';
import type { Told } from './find-slow.ts';
import { pumped, pumpsFor } from './pump.ts';
import type { Pattern } from './read-patterns.ts';

/**
 * How long a text is, and how many times longer four times of it may take. On long ones the square shows (sixteen times).
 * On short ones the cube does (64 times) and all that would not end on long ones; a count such as {1,300} is the square
 * there.
 */
const LENGTHS = [
  { length: 250, mostGrowth: 32 },
  { length: 8000, mostGrowth: 9 },
];
/** A linear pattern takes a few microseconds for a thousand characters. */
const NOTABLE_MS = 0.5;
const TIMES_LONGER = 4;
/** A busy machine can be late once, and a pattern is compiled when it first runs. */
const LOOKS = [1, 2, 3, 4, 5];

const nowMs = isFine() ? threadMs : () => performance.now();

// Sound: find-slow.ts is the only one to start this.
const patterns = workerData as readonly Pattern[];
const tell = (told: Told): void => parentPort?.postMessage(told);

for (const [index, pattern] of patterns.entries()) {
  tell({ kind: 'begin', index });
  const text = slowText(pattern);
  if (text !== undefined) tell({ kind: 'slow', index, text });
}
tell({ kind: 'done', index: patterns.length });

function slowText({ source, flags }: Pattern): string | undefined {
  const pattern = new RegExp(source, flags);
  const slow = pumpsFor(source, flags).find((pump) =>
    LENGTHS.some((at) => isSlow(pattern, at, (length) => pumped(pump, length))),
  );
  if (!slow) return undefined;
  const [start, piece, end] = [slow.start, slow.piece, slow.end].map((text) => JSON.stringify(text));
  return `${start}, many ${piece} and ${end}`;
}

function isSlow(
  pattern: RegExp,
  { length, mostGrowth }: (typeof LENGTHS)[number],
  textOf: (length: number) => string,
): boolean {
  if (msFor(pattern, textOf(length)) < NOTABLE_MS) return false;
  const least = (text: string) => Math.min(...LOOKS.map(() => msFor(pattern, text)));
  const grows = () => {
    const short = least(textOf(length));
    return short >= NOTABLE_MS / 2 && least(textOf(TIMES_LONGER * length)) > mostGrowth * short;
  };
  // A suspect is measured twice.
  return grows() && grows();
}

function msFor(pattern: RegExp, text: string): number {
  const before = nowMs();
  // Through the whole text where it is global, at its beginning only where it is sticky.
  if (pattern.global) text.replace(pattern, '');
  else {
    pattern.lastIndex = 0;
    pattern.test(text);
  }
  return nowMs() - before;
}

/** The time of this thread's processor: others keep the machine busy while tests run. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Some kernels count that time in ticks of several milliseconds. There the clock on the wall has to do. */
function isFine(): boolean {
  const before = threadMs();
  const untilMs = performance.now() + 20;
  while (threadMs() === before && performance.now() < untilMs);
  return threadMs() - before < NOTABLE_MS / 10;
}
