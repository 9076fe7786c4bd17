import type { DatabaseSync } from 'node:sqlite';

/** All changes, or none. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  // The code that opened one commits it.
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // What went wrong may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
