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
  readonly at: number;
}

interface WriteOptions {
  /** Whether to stand still for a table that another connection holds for a moment. */
  readonly waits: boolean;
}

/** A batch that finds the table held waits this long, beside everything else, and looks this often. */
const HELD_LIMIT_MS = 1000;
const HELD_LOOK_MS = 2;

interface BatchesParts<T> {
  /** Takes all rows of a batch, or throws and has taken none. */
  write(rows: readonly T[], options: WriteOptions): void;
  /** Whether it failed because another connection holds the table for a moment. */
  isHeld?(error: unknown): boolean;
  /** The rows of a batch are given up. */
  onFailed?(): void;
}

export function createBatches<T>({
  write,
  isHeld = () => false,
  onFailed = () => {},
}: BatchesParts<T>): Batches<T> {
  let open: OpenBatch<T> | undefined;

  const start = (): OpenBatch<T> => {
    const { promise: written, resolve, reject } = Promise.withResolvers<void>();
    // Those who wait are told; if nobody does, it must not end the process.
    written.catch(() => {});
    const started = {
      rows: [],
      batch: { written, hasFailed: false },
      resolve,
      reject,
      at: performance.now(),
    };
    // Promises go first: a call that waits for nothing but those has added its last row by then.
    process.nextTick(endTurn, started);
    return started;
  };
  const finish = (ended: OpenBatch<T>, waits: boolean): void => {
    try {
      write(ended.rows, { waits });
    } catch (error) {
      if (!waits && isHeld(error)) {
        // After that everything stands still for it, which is better than to refuse the calls.
        if (performance.now() - ended.at < HELD_LIMIT_MS) setTimeout(endTurn, HELD_LOOK_MS, ended);
        else finish(ended, true);
        return;
      }
      open = undefined;
      onFailed();
      ended.batch.hasFailed = true;
      ended.reject(error);
      throw error;
    }
    open = undefined;
    ended.resolve();
  };
  const end = (): void => {
    if (open) finish(open, true);
  };
  const endTurn = (batch: OpenBatch<T>): void => {
    try {
      if (batch === open) finish(batch, false);
    } catch {
      // The one who added a row hears it from the batch.
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
