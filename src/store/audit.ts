import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Batch, createBatches } from './batches.ts';
import { damaged, openDatabase } from './database.ts';

export type AuditKind = 'intent' | 'outcome' | 'refusal' | 'asked' | 'decision';

export interface AuditEntry {
  readonly seq: number;
  readonly ts: string;
  readonly kind: AuditKind;
  readonly callId: string;
  readonly body: Body;
  readonly prev: string;
  readonly hash: string;
}

/** The record of every call: rows are only ever added, each bound to the one before by its hash. */
export interface AuditLog {
  /** Writes a row and answers its number. `durable`: it survives a power cut, not only the end of the process. */
  append(kind: AuditKind, callId: string, body: Body, options?: { durable?: boolean }): number;
  /** The same, in one go with the others of this turn of the event loop: half the cost, and known a moment later. */
  add(kind: AuditKind, callId: string, body: Body): AddedRow;
  /** The newest entries of a session's calls, in order. */
  ofSession(session: string): AuditEntry[];
  /** Everything, in order. */
  all(): AuditEntry[];
  close(): void;
}

type Body = Readonly<Record<string, unknown>>;

export interface AddedRow {
  readonly seq: number;
  /** Whoever did something on the strength of the row shows nothing of it before this has settled. */
  readonly batch: Batch;
}

/** What the first row follows. */
export const GENESIS = '0'.repeat(64);

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

// A call's entries are looked up after a restart, among the newest; older ones have long been answered.
const LOOK_BACK = 50_000;

const ANCHOR_EVERY = 256;
const anchorsBetween = (before: number, after: number): boolean =>
  Math.floor(before / ANCHOR_EVERY) !== Math.floor(after / ANCHOR_EVERY);

/** `anchor` is told from time to time, and at the end, how far the record has come. */
export function openAudit(
  path: string,
  anchor: (tail: { seq: number; hash: string }) => void = () => {},
): AuditLog {
  const db = openDatabase(path, AUDIT_MIGRATIONS);
  const insert = db.prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)');
  const last = lastRow(db, path);
  let kept = { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS };
  let tail = kept;
  const synchronous = switchSynchronous(db);
  const batches = createBatches(db, (isWritten) => {
    if (isWritten && anchorsBetween(kept.seq, tail.seq)) anchor(tail);
    if (isWritten) kept = tail;
    else tail = kept;
  });

  const write = (kind: AuditKind, callId: string, body: Body): number => {
    const seq = tail.seq + 1;
    const row = { seq, ts: new Date().toISOString(), kind, callId, body: JSON.stringify(body) };
    const digest = chainHash(tail.hash, row);
    insert.run(seq, row.ts, kind, callId, row.body, tail.hash, digest);
    tail = { seq, hash: digest };
    return seq;
  };

  return {
    append: (kind, callId, body, { durable = false } = {}) => {
      // Whether a commit waits for the disk is settled before its first row.
      batches.end();
      synchronous(durable ? 'FULL' : 'NORMAL');
      const { row } = batches.join(() => write(kind, callId, body));
      batches.end();
      return row;
    },
    add: (kind, callId, body) => {
      if (!batches.isOpen()) synchronous('NORMAL');
      const { row, batch } = batches.join(() => write(kind, callId, body));
      return { seq: row, batch };
    },
    ofSession: (session) => {
      batches.end();
      // One look for all of them: each costs as much as reading the newest rows.
      const sql = `
        WITH newest AS (SELECT * FROM audit WHERE seq > ?)
        SELECT * FROM newest
        WHERE call_id IN (SELECT call_id FROM newest WHERE body ->> '$.session' = ?) ORDER BY seq`;
      return db
        .prepare(sql)
        .all(tail.seq - LOOK_BACK, session)
        .map(toEntry);
    },
    all: () => db.prepare('SELECT * FROM audit ORDER BY seq').all().map(toEntry),
    close: () => {
      batches.end();
      if (tail.seq > 0) anchor(tail);
      db.close();
    },
  };
}

/** The row to continue from; one that does not fit its hash would make everything after it worthless. */
function lastRow(db: DatabaseSync, path: string): AuditEntry | undefined {
  const [row] = db.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1').all();
  if (!row) return undefined;
  const whole = {
    seq: Number(row.seq),
    ts: String(row.ts),
    kind: String(row.kind),
    callId: String(row.call_id),
    body: String(row.body),
  };
  if (chainHash(String(row.prev), whole) === row.hash) return toEntry(row);
  db.close();
  throw damaged(path, `its last entry ${whole.seq} does not fit its hash`);
}

interface ChainedRow {
  readonly seq: number;
  readonly ts: string;
  readonly kind: string;
  readonly callId: string;
  readonly body: string;
}

/** The hash that binds a row to the one before it. */
export const chainHash = (prev: string, { seq, ts, kind, callId, body }: ChainedRow): string =>
  hash('sha256', `${prev}\n${seq}\n${ts}\n${kind}\n${callId}\n${body}`);

/** One connection serves both needs; the pragma runs only when the need changes. */
function switchSynchronous(db: DatabaseSync): (mode: 'FULL' | 'NORMAL') => void {
  let current = 'NORMAL';
  return (mode) => {
    if (mode !== current) db.exec(`PRAGMA synchronous = ${mode}`);
    current = mode;
  };
}

// Sound: the table is STRICT and only `append` writes it.
const toEntry = (row: Record<string, unknown>): AuditEntry => ({
  seq: row.seq as number,
  ts: row.ts as string,
  kind: row.kind as AuditKind,
  callId: row.call_id as string,
  body: JSON.parse(row.body as string) as Record<string, unknown>,
  prev: row.prev as string,
  hash: row.hash as string,
});
