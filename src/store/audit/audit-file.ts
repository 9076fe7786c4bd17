import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { AuditFound, AuditQuery } from '../../core/audit-query.ts';
import { UsageError } from '../../core/errors.ts';
import type { Anchor } from './anchors.ts';
import type { AuditRow } from './chain.ts';
import { countCalls, queryRows } from './query-rows.ts';
import { allRows, listSegments } from './segments.ts';
import { auditTriggers } from './table.ts';
import { type Verification, verifyRows } from './verify.ts';

/** The record of a data directory, for whoever only looks; needs no host and changes nothing. */
export interface AuditFile {
  query(query: AuditQuery): AuditFound[];
  verify(anchors: readonly Anchor[]): Verification;
  /** Calls, refusals and failures for each agent and risk. */
  stats(): Record<string, unknown>[];
  /** Every row as it is, in order. */
  rows(): Iterable<AuditRow>;
  close(): void;
}

export function openAuditFile(path: string): AuditFile {
  if (!existsSync(path)) throw new UsageError(`There is no record at ${path} yet.`);
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  // Of one moment: a host that runs beside goes on writing and closing.
  db.exec('BEGIN');
  return {
    query: (query) => queryRows(db, path, query),
    verify: (anchors) => {
      const found = verifyRows(
        lazily(() => allRows(db, path)),
        anchors,
      );
      return found.problem === undefined ? { ...found, problem: missingTrigger(db) } : found;
    },
    stats: () => countCalls(db, path),
    rows: () => allRows(db, path),
    close: () => db.close(),
  };
}

export interface RecordSize {
  readonly tableBytes: number;
  readonly segments: number;
  readonly segmentBytes: number;
}

/** What the record takes on the disk. */
export function recordSize(path: string): RecordSize {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  try {
    const kept = listSegments(db).filter(({ removedAt }) => removedAt === null);
    return {
      tableBytes: statSync(path).size,
      segments: kept.length,
      segmentBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  } finally {
    db.close();
  }
}

/** The statement is made when the first row is asked for, where an error belongs to the reading. */
function* lazily<T>(items: () => Iterable<T>): Iterable<T> {
  yield* items();
}

/** Whoever wants to change rows takes the triggers away first; the rows may still be as they were. */
function missingTrigger(db: DatabaseSync): string | undefined {
  const there = db.prepare(`SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'`).all();
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const [missing] =
    [...auditTriggers(version)].find(([, sql]) => !there.some((one) => one.sql === sql)) ?? [];
  return missing && `A trigger that keeps entries from being changed is missing: ${missing}`;
}
