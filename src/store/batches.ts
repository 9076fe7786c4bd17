import type { DatabaseSync } from 'node:sqlite';

/** Rows that reach the file together, or not at all. */
export interface Batch {
  /** Settles when they have; rejects where they could not be written. */
  readonly written: Promise<void>;
  /** True once it is known that they could not. */
  readonly hasFailed: boolean;
}

export interface Batches {
  isOpen(): boolean;
  /** Runs a statement in the open batch, or in a new one that ends when the promises of this turn are done. */
  join<T>(write: () => T): { readonly row: T; readonly batch: Batch };
  /** Ends the open batch now; throws if it cannot be written. */
  end(): void;
}

interface OpenBatch {
  readonly batch: { readonly written: Promise<void>; hasFailed: boolean };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** `ended` is told of each batch whether its rows are in the file. */
export function createBatches(db: DatabaseSync, ended: (isWritten: boolean) => void): Batches {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  let open: OpenBatch | undefined;

  const start = (): OpenBatch => {
    begin.run();
    const { promise: written, resolve, reject } = Promise.withResolvers<void>();
    // Those who wait are told; if nobody does, it must not end the process.
    written.catch(() => {});
    const started = { batch: { written, hasFailed: false }, resolve, reject };
    // Promises go first: a call that waits for nothing but those has added its last row by then.
    process.nextTick(endTurn, started);
    return started;
  };
  const finish = ({ batch, resolve, reject }: OpenBatch, act: () => void): void => {
    open = undefined;
    try {
      act();
      ended(true);
      resolve();
    } catch (error) {
      // What went wrong may have ended the transaction already.
      if (db.isTransaction) db.exec('ROLLBACK');
      batch.hasFailed = true;
      ended(false);
      reject(error);
      throw error;
    }
  };
  const end = (): void => {
    if (open) finish(open, () => void commit.run());
  };
  const endTurn = (batch: OpenBatch): void => {
    try {
      if (batch === open) end();
    } catch {
      // Whoever added a row hears it from the batch.
    }
  };

  return {
    isOpen: () => open !== undefined,
    join: (write) => {
      open ??= start();
      const current = open;
      try {
        return { row: write(), batch: current.batch };
      } catch (error) {
        // A row that is missing would break the chain for those behind it.
        return finish(current, () => {
          throw error;
        }) as never; // Sound: it throws.
      }
    },
    end,
  };
}
