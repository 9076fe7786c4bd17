import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { type AuditRow, rowsOfLines } from './chain.ts';
import { toRow } from './table.ts';

/** A closed part of the record: its rows lie compressed in a file and no longer in the table. */
export interface Segment {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstTs: string;
  readonly lastTs: string;
  readonly lastHash: string;
  /** Of the file. */
  readonly bytes: number;
  /** Since when the file is gone, for one that was kept long enough. */
  readonly removedAt: string | null;
}

export const segmentsDirectory = (auditPath: string): string => join(dirname(auditPath), 'audit');

export const segmentPath = (
  auditPath: string,
  { firstSeq, lastSeq }: Pick<Segment, 'firstSeq' | 'lastSeq'>,
): string => join(segmentsDirectory(auditPath), `${padded(firstSeq)}-${padded(lastSeq)}.zst`);

// Names sort like their numbers.
const padded = (seq: number): string => String(seq).padStart(12, '0');

/** In their order, those that were removed included. A file of a program before segments has none. */
export function listSegments(db: DatabaseSync): Segment[] {
  if (!db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'segment'`).get()) return [];
  const rows = db
    .prepare(
      `SELECT first_seq AS firstSeq, last_seq AS lastSeq, first_ts AS firstTs, last_ts AS lastTs,
              last_hash AS lastHash, bytes, removed_at AS removedAt
       FROM segment ORDER BY last_seq`,
    )
    .all();
  return rows as unknown as Segment[]; // Sound: the table is STRICT.
}

/** Many times what a segment comes to; what expands beyond it was not written by us. */
const MOST_BYTES = 1_073_741_824;

/** The text of a segment's file: a line for each row. */
export const expandSegment = (file: Buffer): string =>
  zstdDecompressSync(file, { maxOutputLength: MOST_BYTES }).toString('utf8');

/** The rows of a segment as its file has them. */
export function readSegment(auditPath: string, segment: Segment): Iterable<AuditRow> {
  const path = segmentPath(auditPath, segment);
  if (!existsSync(path))
    throw new Error(`the file with entries ${segment.firstSeq} to ${segment.lastSeq} is missing: ${path}`);
  return rowsOfLines(expandSegment(readFileSync(path)));
}

/** Every row of the record that is still kept, in order: those of segments, then those of the table. */
export function* allRows(db: DatabaseSync, auditPath: string): Iterable<AuditRow> {
  const segments = listSegments(db);
  for (const segment of segments) if (segment.removedAt === null) yield* readSegment(auditPath, segment);
  // Rows of a segment that was closed a moment ago may still be in the table, too.
  const live = db.prepare('SELECT * FROM audit WHERE seq > ? ORDER BY seq');
  for (const row of live.iterate(segments.at(-1)?.lastSeq ?? 0)) yield toRow(row);
}
