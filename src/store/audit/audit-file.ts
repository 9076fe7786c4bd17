import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditFound, AuditQuery } from '../../core/call/audit-query.ts';
import { UsageError } from '../../core/errors.ts';
import type { Anchor } from './anchors.ts';
import type { AuditRow } from './chain.ts';
import { countCalls, queryRows } from './query-rows.ts';
import { isSignedRemoval } from './retention.ts';
import { allRows, segmentsDirectory } from './segments.ts';
import { auditTriggers } from './table.ts';
import { type Unanchored, type Verification, verifyRows } from './verify.ts';

/** The record of a data directory, read-only; needs no host and changes nothing. */
export interface AuditFile {
  query(query: AuditQuery): AuditFound[];
  /** Removals must be signed with the key, where there is one. */
  verify(anchors: readonly Anchor[], publicKey?: string): FileVerification;
  /** Calls, refusals and failures for each agent and risk. */
  stats(): Record<string, unknown>[];
  /** Every row as it is, in order. */
  rows(): Iterable<AuditRow>;
  close(): void;
}

interface FileVerification extends Verification {
  /** Entries behind the newest anchor, the first ones of them. */
  readonly unanchored: readonly Unanchored[];
}

const MOST_UNANCHORED = 1000;

export function openAuditFile(path: string): AuditFile {
  if (!existsSync(path)) throw new UsageError(`There is no record at ${path} yet.`);
  const db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  // Of one moment: a host that runs beside goes on writing and closing.
  db.exec('BEGIN');
  return {
    query: (query) => queryRows(db, path, query),
    verify: (anchors, publicKey) => {
      const unanchored: Unanchored[] = [];
      const found = verifyRows(
        lazily(() => allRows(db, path)),
        anchors,
        {
          ...(publicKey !== undefined && { isOurRemoval: (body) => isSignedRemoval(body, publicKey) }),
          onUnanchored: ({ seq, kind }) => {
            if (unanchored.length < MOST_UNANCHORED) unanchored.push({ seq, kind });
          },
        },
      );
      return { ...found, problem: found.problem ?? missingTrigger(db), unanchored };
    },
    stats: () => countCalls(db, path),
    rows: () => allRows(db, path),
    close: () => db.close(),
  };
}

interface RecordSize {
  readonly tableBytes: number;
  readonly segments: number;
  readonly segmentBytes: number;
}

/** What the record takes on the disk; looks at the files from outside, as opening them could leave others behind. */
export function recordSize(path: string): RecordSize {
  const directory = segmentsDirectory(path);
  const segments = existsSync(directory)
    ? readdirSync(directory).filter((name) => name.endsWith('.zst'))
    : [];
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    tableBytes: sizeOf(path) + sizeOf(`${path}-wal`),
    segments: segments.length,
    segmentBytes: segments.reduce((sum, name) => sum + sizeOf(join(directory, name)), 0),
  };
}

/** The statement is made when the first row is asked for, where an error belongs to the reading. */
function* lazily<T>(items: () => Iterable<T>): Iterable<T> {
  yield* items();
}

/** An attacker who wants to change rows takes the triggers away first; the rows may still be as they were. */
function missingTrigger(db: DatabaseSync): string | undefined {
  const there = db.prepare(`SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'`).all();
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const [missing] =
    [...auditTriggers(version)].find(([, sql]) => !there.some((one) => one.sql === sql)) ?? [];
  return missing && `A trigger that keeps entries from being changed is missing: ${missing}`;
}
