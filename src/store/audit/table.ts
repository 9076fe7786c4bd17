import type { DatabaseSync } from 'node:sqlite';
import { damaged, openDatabase } from '../database.ts';
import { type AuditRow, chainHash, START, type Tail } from './chain.ts';

export const AUDIT_MIGRATIONS = [
  `CREATE TABLE audit (
     seq INTEGER PRIMARY KEY, ts TEXT NOT NULL, kind TEXT NOT NULL, call_id TEXT NOT NULL,
     body TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
   CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;`,
  // REPLACE deletes without asking the delete trigger.
  `CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
   BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;`,
  // Rows leave the table when a segment holds them; see close-segments.ts.
  `CREATE TABLE segment (
     last_seq INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, first_ts TEXT NOT NULL, last_ts TEXT NOT NULL,
     last_hash TEXT NOT NULL, bytes INTEGER NOT NULL, removed_at TEXT
   ) STRICT;
   DROP TRIGGER audit_no_delete;
   CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
   WHEN OLD.seq > (SELECT coalesce(max(last_seq), 0) FROM segment)
   BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;`,
];

/** The statements that make the triggers of a file of this version, by name, as SQLite keeps them. */
export const auditTriggers = (version: number): ReadonlyMap<string, string> =>
  new Map(
    AUDIT_MIGRATIONS.slice(0, version)
      .flatMap((sql) => sql.match(/CREATE TRIGGER [\s\S]*?END(?=;)/g) ?? [])
      .map((sql) => [sql.split(' ')[2] ?? '', sql]),
  );

/** The table of the record; rows are only ever added. */
export interface AuditTable {
  readonly db: DatabaseSync;
  /** The last row that was there when it was opened. */
  readonly tail: Tail;
  /**
   * All of them, or none. `durable`: they survive a power cut as well. `waits`: stands still for a while for another
   * connection that holds the table, as the thread does that brings SQLite's log into its file.
   */
  insert(rows: readonly AuditRow[], options?: { durable?: boolean; waits?: boolean }): void;
  select(sql: string, ...values: (string | number)[]): AuditRow[];
  close(): void;
}

/** Usually a thread brings SQLite's log into its file long before that; writers would wait for the disk. */
const LOG_PAGES = 64_000;

export function openAuditTable(path: string): AuditTable {
  const db = openDatabase(path, AUDIT_MIGRATIONS);
  db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  const tail = lastRow(db, path) ?? START;
  const statement = db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const synchronous = switchable(db, 'synchronous', 'NORMAL');
  const timeout = switchable(db, 'busy_timeout', '');
  return {
    db,
    tail,
    insert: (rows, { durable = false, waits = true } = {}) => {
      synchronous(durable ? 'FULL' : 'NORMAL');
      timeout(waits ? '5000' : '0');
      begin.run();
      try {
        for (const { seq, ts, kind, callId, body, prev, hash } of rows)
          statement.run(seq, ts, kind, callId, body, prev, hash);
        commit.run();
      } catch (error) {
        // What went wrong may have ended the transaction already.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    select: (sql, ...values) =>
      db
        .prepare(sql)
        .all(...values)
        .map(toRow),
    close: () => db.close(),
  };
}

/** The row to continue from; one that does not fit its hash would make everything after it worthless. */
export function lastRow(db: DatabaseSync, path: string): AuditRow | undefined {
  const [row] = db.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1').all().map(toRow);
  if (!row || chainHash(row.prev, row) === row.hash) return row;
  db.close();
  throw damaged(path, `its last entry ${row.seq} does not fit its hash`);
}

/** One connection serves several needs; the pragma runs only when the need changes. */
function switchable(db: DatabaseSync, pragma: string, first: string): (value: string) => void {
  let current = first;
  return (value) => {
    if (value !== current) db.exec(`PRAGMA ${pragma} = ${value}`);
    current = value;
  };
}

export const toRow = ({ call_id, ...row }: Record<string, unknown>): AuditRow =>
  ({ ...row, callId: call_id }) as unknown as AuditRow; // Sound: the table is STRICT.
