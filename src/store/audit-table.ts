import type { DatabaseSync } from 'node:sqlite';
import { type AuditRow, chainHash, GENESIS, type Tail } from './audit-chain.ts';
import { damaged, openDatabase } from './database.ts';

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
];

/** The statements that make the triggers, as SQLite keeps them. */
export const auditTriggers = (): string[] =>
  AUDIT_MIGRATIONS.flatMap((sql) => sql.match(/CREATE TRIGGER [\s\S]*?END(?=;)/g) ?? []);

/** The table of the record; rows are only ever added. */
export interface AuditTable {
  /** The last row that was there when it was opened. */
  readonly tail: Tail;
  /** All of them, or none; those that are there already stay. `durable`: they survive a power cut as well. */
  insert(rows: readonly AuditRow[], options?: { durable?: boolean }): void;
  select(sql: string, ...values: (string | number)[]): AuditRow[];
  close(): void;
}

export const openAuditTable = (path: string): AuditTable =>
  auditTableIn(openDatabase(path, AUDIT_MIGRATIONS), path);

/** To bring SQLite's log into its file makes whoever writes wait for the disk: four times as seldom as usual. */
const LOG_PAGES = 4000;

export function auditTableIn(db: DatabaseSync, path: string): AuditTable {
  db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  const tail = lastRow(db, path) ?? NONE;
  const statement = db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const newest = db.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1');
  const hashAt = db.prepare('SELECT hash FROM audit WHERE seq = ?');
  const synchronous = switchSynchronous(db);
  return {
    tail,
    insert: (rows, { durable = false } = {}) => {
      if (rows.length === 0) return;
      synchronous(durable ? 'FULL' : 'NORMAL');
      begin.run();
      try {
        const last = (newest.get() as Tail | undefined) ?? NONE; // Sound: the table is STRICT.
        const missing = behind(last, rows, (seq) => hashAt.get(seq)?.hash);
        for (const { seq, ts, kind, callId, body, prev, hash } of missing)
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

const NONE: Tail = { seq: 0, hash: GENESIS };

/** Those of consecutive rows that come behind the last one of the table, which must be one of them or fit before them. */
function behind(
  last: Tail,
  rows: readonly AuditRow[],
  hashAt: (seq: number) => unknown,
): readonly AuditRow[] {
  const [first] = rows;
  const end = rows.at(-1);
  if (!first || !end || (last.seq === first.seq - 1 && last.hash === first.prev)) return rows;
  if (last.seq >= end.seq && hashAt(end.seq) === end.hash) return [];
  const at = last.seq - first.seq;
  if (rows[at]?.hash === last.hash) return rows.slice(at + 1);
  throw new Error(`Entry ${last.seq} of the record is not the one that was written`);
}

/** The row to continue from; one that does not fit its hash would make everything after it worthless. */
export function lastRow(db: DatabaseSync, path: string): AuditRow | undefined {
  const [row] = db.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1').all().map(toRow);
  if (!row || chainHash(row.prev, row) === row.hash) return row;
  db.close();
  throw damaged(path, `its last entry ${row.seq} does not fit its hash`);
}

/** One connection serves both needs; the pragma runs only when the need changes. */
function switchSynchronous(db: DatabaseSync): (mode: 'FULL' | 'NORMAL') => void {
  let current = 'NORMAL';
  return (mode) => {
    if (mode !== current) db.exec(`PRAGMA synchronous = ${mode}`);
    current = mode;
  };
}

const toRow = ({ call_id, ...row }: Record<string, unknown>): AuditRow =>
  ({ ...row, callId: call_id }) as unknown as AuditRow; // Sound: the table is STRICT.
