/** Rows that are written together, or not at all. */
export interface Batch {
  /** Settles when they are; rejects where they could not be. */
  readonly written: Promise<void>;
  /** True once it is known that they could not. */
  readonly hasFailed: boolean;
}

export interface Batches<T> {
  /** Puts a row into the open batch, or into a new one that ends when the promises of this turn are done. */
  join(row: T): Batch;
  /** Ends the open batch now; throws if it cannot be written. */
  end(): void;
}

interface OpenBatch<T> {
  readonly rows: T[];
  readonly batch: { readonly written: Promise<void>; hasFailed: boolean };
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** `write` takes all rows of a batch, or throws and has taken none. */
export function createBatches<T>(write: (rows: readonly T[]) => void): Batches<T> {
  let open: OpenBatch<T> | undefined;

  const start = (): OpenBatch<T> => {
    const { promise: written, resolve, reject } = Promise.withResolvers<void>();
    // Those who wait are told; if nobody does, it must not end the process.
    written.catch(() => {});
    const started = { rows: [], batch: { written, hasFailed: false }, resolve, reject };
    // Promises go first: a call that waits for nothing but those has added its last row by then.
    process.nextTick(endTurn, started);
    return started;
  };
  const end = (): void => {
    if (!open) return;
    const { rows, batch, resolve, reject } = open;
    open = undefined;
    try {
      write(rows);
    } catch (error) {
      batch.hasFailed = true;
      reject(error);
      throw error;
    }
    resolve();
  };
  const endTurn = (batch: OpenBatch<T>): void => {
    try {
      if (batch === open) end();
    } catch {
      // Whoever added a row hears it from the batch.
    }
  };

  return {
    join: (row) => {
      open ??= start();
      open.rows.push(row);
      return open.batch;
    },
    end,
  };
}
