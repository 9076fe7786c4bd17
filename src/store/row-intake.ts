import type { AuditRow } from './audit-chain.ts';
import type { AuditTable } from './audit-table.ts';
import { openPendingRows } from './pending-rows.ts';

// Rows wait this long for others before they go into the table, where a hundred cost little more than one.
const MOST_PENDING = 128;
const MOST_PENDING_MS = 50;

/** The way of rows into the table: written down at once, brought in together. */
export interface RowIntake {
  /** Throws while it is known that rows cannot be written. */
  assertTaking(): void;
  /** All of them, or none. */
  write(rows: readonly AuditRow[]): void;
  /** The same into the table itself, and before them those that wait. */
  insert(rows: readonly AuditRow[], options?: { durable: boolean }): void;
  close(): void;
}

/** The file at `path` must hold nothing that is still needed. */
export function openRowIntake(path: string, table: AuditTable): RowIntake {
  const pending = openPendingRows(path);
  let timer: NodeJS.Timeout | undefined;
  let isStuck = false;
  let isClosed = false;

  const insert: RowIntake['insert'] = (rows, options) => {
    clearTimeout(timer);
    timer = undefined;
    table.insert(pending.rows.concat(rows), options);
    pending.clear();
    isStuck = false;
  };
  const bringIn = (): void => {
    try {
      insert([]);
    } catch {
      // Nothing is lost, but the next row has to find a table that takes it.
      isStuck = true;
    }
  };
  return {
    assertTaking: () => {
      if (isClosed) throw new Error('The record is closed');
      if (isStuck) insert([]);
    },
    write: (rows) => {
      pending.add(rows);
      if (pending.rows.length >= MOST_PENDING) bringIn();
      else timer ??= setTimeout(bringIn, MOST_PENDING_MS).unref();
    },
    insert,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      pending.close();
    },
  };
}
