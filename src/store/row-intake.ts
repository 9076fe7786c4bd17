import type { AuditRow } from './audit-chain.ts';
import type { AuditTable } from './audit-table.ts';
import { openPendingRows } from './pending-rows.ts';
import type { Thread } from './thread.ts';

// Rows wait for others, a hundred or so, before they go into the table, where those cost little more than one.
const TOGETHER_BYTES = 49_152;
const TOGETHER_MS = 50;
/** More than a thread has ever been behind; then it is done here, at the cost of a pause. */
const MOST_PENDING = 4096;
const MOST_BYTES = 16_777_216;

/** The way of rows into the table: written down at once, brought in together, by a thread where there are many. */
export interface RowIntake {
  /** Throws while it is known that rows cannot be written. */
  assertTaking(): void;
  /** All of them, or none. */
  write(rows: readonly AuditRow[]): void;
  /** The same into the table itself, and before them those that wait. */
  insert(rows: readonly AuditRow[], options?: { durable: boolean }): void;
  close(): void;
}

interface IntakeParts {
  /** Of the file they wait in, which must hold nothing that is still needed. */
  readonly path: string;
  readonly table: AuditTable;
  /** Brings lines of that file into the same table. */
  readonly thread: Thread<Uint8Array, void>;
}

export function openRowIntake({ path, table, thread }: IntakeParts): RowIntake {
  const pending = openPendingRows(path);
  let timer: NodeJS.Timeout | undefined;
  let isStuck = false;
  let isClosed = false;

  const insert: RowIntake['insert'] = (rows, options) => {
    clearTimeout(timer);
    timer = undefined;
    table.insert(pending.rows.concat(rows), options);
    pending.forget(Number.POSITIVE_INFINITY);
    isStuck = false;
  };
  const insertHere = (): void => {
    try {
      insert([]);
    } catch {
      // Nothing is lost, but the next row has to find a table that takes it.
      isStuck = true;
    }
  };
  const handOver = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const last = pending.rows.at(-1)?.seq ?? 0;
    const lines = pending.untaken.take();
    // Handed over, not copied.
    thread.ask(lines, [lines.buffer as ArrayBuffer]).then(
      () => isClosed || pending.forget(last),
      () => isClosed || insertHere(),
    );
  };
  /** A thread costs more than the few rows of a quiet day. */
  const bringIn = (): void => (thread.isRunning ? handOver() : insertHere());
  return {
    assertTaking: () => {
      if (isClosed) throw new Error('The record is closed');
      if (isStuck) insert([]);
    },
    write: (rows) => {
      pending.add(rows);
      if (pending.rows.length >= MOST_PENDING || pending.bytes >= MOST_BYTES) insertHere();
      else if (pending.untaken.bytes >= TOGETHER_BYTES) handOver();
      else timer ??= setTimeout(bringIn, TOGETHER_MS).unref();
    },
    insert,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      pending.close();
      void thread.close();
    },
  };
}
