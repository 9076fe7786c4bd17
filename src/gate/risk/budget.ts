import { OutOfTime, within } from '../../core/timing/within.ts';

/** What judging one line may cost; everybody else waits meanwhile. */
const MOST_STEPS = 50_000;
/** Of all values that are put together for it. */
const MOST_CHARACTERS = 8_000_000;
const MOST_CPU_MS = 250;
/** Where a single step takes that long, in the midst of it. */
const LONGEST_MS = 500;
/** All lines of one call together: a script can name hundreds of others. */
const MOST_CPU_MS_TOGETHER = 1000;
// Asking the clock costs more than most steps.
const STEPS_PER_LOOK = 50;

/** Thrown out of the middle of judging. */
export class TooLong extends Error {
  constructor() {
    super('It is too long to judge');
  }
}

interface Budget {
  steps: number;
  characters: number;
  nextLook: number;
  readonly until: number;
}

// Judging waits for nothing, so there is never more than one line being judged in a thread.
let current: Budget | undefined;

/** What judging the lines of one call has cost so far. */
export interface Spent {
  cpuMs: number;
}

/** Judges with a budget; what is judged within that shares it. */
export function withinBudget<T>(judge: () => T, spent: Spent = { cpuMs: 0 }): T {
  if (current) return judge();
  const from = cpuMs();
  const leftMs = Math.min(MOST_CPU_MS, MOST_CPU_MS_TOGETHER - spent.cpuMs);
  if (leftMs <= 0) throw new TooLong();
  try {
    return within(LONGEST_MS, () => {
      current = { steps: 0, characters: 0, nextLook: STEPS_PER_LOOK, until: cpuMs() + leftMs };
      return judge();
    });
  } catch (error) {
    throw error instanceof OutOfTime ? new TooLong() : error;
  } finally {
    current = undefined;
    spent.cpuMs += cpuMs() - from;
  }
}

/** To be called wherever the text of a line decides how often something is done, before it is done. */
export function spend(steps = 1): void {
  if (!current) return;
  current.steps += steps;
  if (current.steps > MOST_STEPS) throw new TooLong();
  if (current.steps < current.nextLook) return;
  current.nextLook = current.steps + STEPS_PER_LOOK;
  if (cpuMs() > current.until) throw new TooLong();
}

/** To be called before a value of this length is put together from others: what holds others doubles each time. */
export function spendCharacters(count: number): void {
  if (!current) return;
  current.characters += count;
  if (current.characters > MOST_CHARACTERS) throw new TooLong();
}

/** Of this thread: a machine that is busy with other things makes no line longer. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
