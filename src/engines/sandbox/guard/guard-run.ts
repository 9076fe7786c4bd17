import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from '../../process/process.ts';
import { type Baseline, setAsideNew } from './guard-protected.ts';

/** Looks after what a run makes in open directories. */
export interface Guard {
  /** Before its program starts. */
  begin?(): Promise<void>;
  /** What it made so far that nobody must find, and what that is called now. */
  look(): Promise<readonly string[]>;
  /** The same, once it has ended. */
  finish(): Promise<readonly string[]>;
  /** What it finds is a reason to end the run. */
  readonly endsTheRun?: boolean;
  /** There is such a reason, found by this run or by another. */
  readonly found?: Promise<void>;
}

/** To be made before the program starts. What was there is written down: a host that is killed cannot look any more. */
export function guardRun(baseline: Baseline, scratch: string | undefined, tell?: Reach['onSetAside']): Guard {
  const file = scratch === undefined ? undefined : writeDown(baseline, guardsIn(scratch));
  const look = () => setAsideNew(baseline, tell);
  return {
    look,
    finish: async () => {
      try {
        return await look();
      } finally {
        if (file !== undefined) rmSync(file, { force: true });
      }
    },
  };
}

/** Starts what a guard was made for; where nothing starts, there is nothing to look after. */
export async function underGuard<T>(guard: Guard | undefined, start: () => Promise<T>): Promise<T> {
  try {
    await guard?.begin?.();
    return await start();
  } catch (error) {
    await guard?.finish();
    throw error;
  }
}

/** Runs that an earlier host did not see end: looks after what they made. `areOver`: none of them goes on. */
export async function lookAfterEarlier(scratch: string, areOver: boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of writtenBefore(guardsIn(scratch))) {
    try {
      found.push(...(await setAsideNew(JSON.parse(readFileSync(file, 'utf8')) as Baseline)));
    } catch {
      // Cut off by a crash, or a directory that is gone: there is nothing to compare with.
    }
    if (areOver) rmSync(file, { force: true });
  }
  return found;
}

const guardsIn = (scratch: string): string => join(scratch, 'guards');

/** Runs of this process are looked after by itself. */
const OURS = randomUUID();

function writeDown(baseline: Baseline, directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `${OURS}.${randomUUID()}`);
  writeFileSync(file, JSON.stringify(baseline), { mode: 0o600 });
  return file;
}

function writtenBefore(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !name.startsWith(OURS))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}
