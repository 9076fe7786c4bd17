import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AuditFound, AuditQuery } from '../core/audit-query.ts';
import { UsageError } from '../core/errors.ts';
import { chainHash, GENESIS } from './audit-chain.ts';
import { auditSelect } from './audit-reader.ts';
import { auditTriggers } from './audit-table.ts';
import { pendingPath, readPendingRows } from './pending-rows.ts';

export interface Anchor {
  readonly seq: number;
  readonly hash: string;
}

export interface Verification {
  readonly entries: number;
  readonly last: Anchor | undefined;
  /** The first thing that is wrong. */
  readonly problem: string | undefined;
}

/** The record of a data directory, for whoever only looks; needs no host and changes nothing. */
export interface AuditFile {
  query(query: AuditQuery): AuditFound[];
  verify(anchors: readonly Anchor[]): Verification;
  /** Calls, refusals and failures for each agent and risk. */
  stats(): Record<string, unknown>[];
  /** Every row as it is, in order. */
  rows(): Iterable<Record<string, unknown>>;
  close(): void;
}

export function openAuditFile(path: string): AuditFile {
  if (!existsSync(path)) throw new UsageError(`There is no record at ${path} yet.`);
  const db = openToLook(path);
  const rows = (): Iterable<Record<string, unknown>> =>
    db.prepare('SELECT * FROM audit ORDER BY seq').iterate();
  return {
    query: (query) => {
      const { sql, values } = auditSelect(query);
      // Sound: the select names these columns.
      return db
        .prepare(sql)
        .all(...values)
        .map((row) => ({ ...row, body: JSON.parse(String(row.body)) }) as unknown as AuditFound);
    },
    verify: (anchors) => {
      const found = verifyRows(lazily(rows), anchors);
      return found.problem === undefined ? { ...found, problem: missingTrigger(db) } : found;
    },
    stats: () => db.prepare(STATS).all(),
    rows,
    close: () => db.close(),
  };
}

/** The whole record under the name of its table, with what a host has not yet brought into it. */
export function openToLook(path: string): DatabaseSync {
  // First: rows leave it for the table, never the other way.
  const pending = readPendingRows(pendingPath(path));
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  if (pending.length === 0) return db;
  db.exec(SHOW_PENDING);
  const insert = db.prepare('INSERT INTO temp.pending VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { seq, ts, kind, callId, body, prev, hash } of pending)
    insert.run(seq, ts, kind, callId, body, prev, hash);
  return db;
}

// A temporary view goes before the table of the same name.
const SHOW_PENDING = `
  CREATE TEMP TABLE pending (seq INTEGER PRIMARY KEY, ts, kind, call_id, body, prev, hash);
  CREATE TEMP VIEW audit AS
    SELECT * FROM main.audit UNION ALL
    SELECT * FROM temp.pending WHERE seq > (SELECT coalesce(max(seq), 0) FROM main.audit);`;

/** The statement is made when the first row is asked for, where an error belongs to the reading. */
function* lazily<T>(items: () => Iterable<T>): Iterable<T> {
  yield* items();
}

const STATS = `
  SELECT body ->> '$.principal' AS agent, coalesce(body ->> '$.risk', '-') AS risk, sum(kind <> 'asked') AS calls,
         sum(kind = 'refusal') AS refused, sum(kind = 'asked') AS asked
  FROM audit WHERE kind IN ('intent', 'refusal', 'asked') GROUP BY 1, 2 ORDER BY 1, 2`;

/** Whoever wants to change rows takes the triggers away first; the rows may still be as they were. */
function missingTrigger(db: DatabaseSync): string | undefined {
  const there = db.prepare(`SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'`).all();
  const missing = auditTriggers().find((trigger) => !there.some(({ sql }) => sql === trigger));
  return missing && `A trigger that keeps entries from being changed is missing: ${missing.split(' ')[2]}`;
}

/** Follows the chain: an edited, removed, inserted or moved row breaks it, and a missing end shows against an anchor. */
function verifyRows(rows: Iterable<Record<string, unknown>>, anchors: readonly Anchor[]): Verification {
  let last: Anchor | undefined;
  const expected = new Map(anchors.map(({ seq, hash }) => [seq, hash]));
  try {
    for (const row of rows) {
      const seq = Number(row.seq);
      const prev = last?.hash ?? GENESIS;
      const hash = hashOf(row, prev);
      const before = last?.seq ?? 0;
      const problem = problemWith(row, { seq, prev, hash, before, anchored: expected.get(seq) });
      if (problem !== undefined) return { entries: before, last, problem };
      last = { seq, hash };
    }
  } catch (error) {
    const problem = `The record cannot be read behind entry ${last?.seq ?? 0}: ${wordsOf(error)}`;
    return { entries: last?.seq ?? 0, last, problem };
  }
  const cut = anchors.find(({ seq }) => seq > (last?.seq ?? 0));
  const problem =
    cut && `The end is missing: entry ${cut.seq} was there, and the record ends at ${last?.seq ?? 0}`;
  return { entries: last?.seq ?? 0, last, problem };
}

const hashOf = (row: Record<string, unknown>, prev: string): string =>
  chainHash(prev, {
    seq: Number(row.seq),
    ts: String(row.ts),
    kind: String(row.kind),
    callId: String(row.call_id),
    body: String(row.body),
  });

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface RowFacts {
  readonly seq: number;
  readonly before: number;
  readonly prev: string;
  readonly hash: string;
  readonly anchored: string | undefined;
}

function problemWith(
  row: Record<string, unknown>,
  { seq, before, prev, hash, anchored }: RowFacts,
): string | undefined {
  if (seq !== before + 1) return `Entry ${before + 1} is missing: entry ${seq} follows entry ${before}`;
  if (row.prev !== prev)
    return `Entry ${seq} does not continue entry ${before}: one of them was replaced, inserted or moved`;
  if (row.hash !== hash) return `Entry ${seq} was changed after it was written`;
  return anchored !== undefined && anchored !== hash
    ? `Entry ${seq} is not the one that was anchored: the record was rewritten`
    : undefined;
}
