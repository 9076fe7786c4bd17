import type { DatabaseSync } from 'node:sqlite';
import { createThread } from '../thread.ts';
import { isDue, type SegmentLimits } from './close-segments.ts';

/** What the thread is asked to do. */
export type UpkeepTask =
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'close'; readonly limits: SegmentLimits };

/** Work on the record that takes long, done by a thread while calls go on. */
export interface Upkeep {
  /** For each write, with the number of its last row. */
  written(seq: number): void;
  /** Closes segments, and removes those that were kept long enough, if it is time. */
  lookNow(): void;
  /** Settles when nothing is under way. */
  idle(): Promise<unknown>;
  close(): void;
}

/** So often SQLite's log is brought into its file: a few megabytes each time. */
const CHECKPOINT_ROWS = 1024;
const LOOK_ROWS = 4096;
const LOOK_MS = 3_600_000;

interface UpkeepParts {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly limits: SegmentLimits;
  /** Removes what was kept long enough. */
  readonly expire: () => void;
  readonly warn: (message: string, fields?: Readonly<Record<string, unknown>>) => void;
}

export function startUpkeep({ db, path, limits, expire, warn }: UpkeepParts): Upkeep {
  const thread = createThread<UpkeepTask, void>('upkeep-thread', path);
  let last = 0;
  let busy: Promise<void> | undefined;
  const ask = (task: UpkeepTask): void => {
    busy ??= thread
      .ask(task)
      // The next time tries again; nothing is lost meanwhile.
      .catch((error: unknown) => warn('the record could not be tidied up', { task: task.kind, error }))
      .then(() => {
        busy = undefined;
      });
  };
  const lookNow = (): void => {
    try {
      if (isDue(db, limits)) ask({ kind: 'close', limits });
      expire();
    } catch (error) {
      warn('the record could not be tidied up', { error });
    }
  };
  const timer = setInterval(lookNow, LOOK_MS).unref();
  return {
    written: (seq) => {
      const before = last;
      last = seq;
      if (before === 0) return;
      if (crosses(before, seq, LOOK_ROWS)) lookNow();
      else if (crosses(before, seq, CHECKPOINT_ROWS)) ask({ kind: 'checkpoint' });
    },
    lookNow,
    idle: async () => busy,
    close: () => {
      clearInterval(timer);
      void thread.close();
    },
  };
}

/** Whether a multiple of `step` lies behind `before` and not behind `after`. */
export const crosses = (before: number, after: number, step: number): boolean =>
  Math.floor(before / step) !== Math.floor(after / step);
