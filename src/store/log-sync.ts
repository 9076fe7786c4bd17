import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** Brings what was committed to a database onto its disk, while the thread that committed it goes on. */
export interface LogSync {
  /** Settles once everything committed so far would survive a power cut; who waits at the same time waits together. */
  settled(): Promise<void>;
  /** The same before long, for what nobody waits for. */
  soon(): void;
  close(): Promise<void>;
}

const flush = promisify(fdatasync);

/**
 * SQLite with `synchronous = NORMAL` appends commits to its log and leaves it to others when the log reaches the disk.
 * With `FULL` it waits for the disk inside each commit, and the whole host with it: milliseconds for every step of
 * every run. One flush of the log is worth the same for all commits before it.
 */
export function createLogSync(database: string): LogSync {
  // It lives as long as a connection does, and no other file takes its place.
  const log = openSync(`${database}-wal`, 'r+');
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isDirty = false;
  const start = (): Promise<void> => {
    next = undefined;
    isDirty = false;
    running = flush(log).finally(() => {
      running = undefined;
    });
    return running;
  };
  const settled = (): Promise<void> => {
    if (!running && !next) return start();
    // The one under way may have begun before the last commit. How it ends is its own callers' concern.
    next ??= (running ?? Promise.resolve()).catch(() => {}).then(start);
    return next;
  };
  return {
    settled,
    soon: () => {
      if (isDirty) return;
      isDirty = true;
      // By then a step that follows has most often asked for the same.
      setImmediate(() => {
        // A caller that depends on it asks again, and hears then that the disk fails.
        if (isDirty) settled().catch(() => {});
      });
    },
    close: async () => {
      isDirty = false;
      await (next ?? running)?.catch(() => {});
      closeSync(log);
    },
  };
}
