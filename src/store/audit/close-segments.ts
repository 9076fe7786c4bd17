import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { type AuditRow, toLine } from './chain.ts';
import { expandSegment, listSegments, type Segment, segmentPath, segmentsDirectory } from './segments.ts';
import { toRow } from './table.ts';

export interface SegmentLimits {
  /** The table may grow to this size before its older rows are closed. */
  readonly segmentBytes: number;
  /** Rows are closed when they are this old, however few they are. */
  readonly segmentDays: number;
  /** The newest rows stay in the table, where a host looks up the calls of before a restart. */
  readonly keepRows: number;
}

const DAY_MS = 86_400_000;

/**
 * Moves older rows of the table into compressed files. The order makes that safe against an end at any moment: the
 * file is made durable and read back, then the table says that it is there, and only then rows leave the table.
 * Whatever was cut off is finished by the next time.
 */
export function closeSegments(db: DatabaseSync, auditPath: string, limits: SegmentLimits): Segment[] {
  mkdirSync(segmentsDirectory(auditPath), { recursive: true, mode: 0o700 });
  clearLeftBehind(db, auditPath);
  deleteClosed(db);
  const closed: Segment[] = [];
  for (;;) {
    const rows = rowsToClose(db, limits);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return closed;
    const bytes = writeSegment(segmentPath(auditPath, { firstSeq: first.seq, lastSeq: last.seq }), rows);
    checkpoint(db);
    db.exec('PRAGMA synchronous = FULL');
    db.prepare('INSERT INTO segment VALUES (?, ?, ?, ?, ?, ?, NULL)').run(
      last.seq,
      first.seq,
      first.ts,
      last.ts,
      last.hash,
      bytes,
    );
    db.exec('PRAGMA synchronous = NORMAL');
    deleteClosed(db);
    closed.push(...listSegments(db).slice(-1));
  }
}

/** Whether there is something to close; cheap enough to ask now and then. */
export const isDue = (db: DatabaseSync, limits: SegmentLimits): boolean =>
  lastToClose(db, limits) !== undefined;

/** The number of the last row to close. */
function lastToClose(
  db: DatabaseSync,
  { segmentBytes, segmentDays, keepRows }: SegmentLimits,
): number | undefined {
  const closed = closedUpTo(db);
  const first = db.prepare('SELECT seq, ts FROM audit WHERE seq > ? ORDER BY seq LIMIT 1').get(closed);
  const tail = Number(db.prepare('SELECT max(seq) AS seq FROM audit').get()?.seq);
  if (!first) return undefined;
  const bySize = usedBytes(db) > segmentBytes ? tail - keepRows : 0;
  const byAge = String(first.ts) < daysAgo(segmentDays) ? newestBefore(db, closed, daysAgo(1)) : 0;
  // The last row is what the next one is chained to.
  const last = Math.min(Math.max(bySize, byAge), tail - 1);
  return last >= Number(first.seq) ? last : undefined;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const newestBefore = (db: DatabaseSync, closed: number, ts: string): number =>
  // Rows are in the order of time but for a clock that was set back: up to the first that is younger.
  Number(
    db
      .prepare(
        `SELECT coalesce(min(seq) - 1, (SELECT max(seq) FROM audit)) AS seq FROM audit WHERE seq > ? AND ts >= ?`,
      )
      .get(closed, ts)?.seq,
  );

function usedBytes(db: DatabaseSync): number {
  const pragma = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

const closedUpTo = (db: DatabaseSync): number => listSegments(db).at(-1)?.lastSeq ?? 0;

/** As many as make one segment. */
function rowsToClose(db: DatabaseSync, limits: SegmentLimits): AuditRow[] {
  const last = lastToClose(db, limits);
  if (last === undefined) return [];
  const rows: AuditRow[] = [];
  let bytes = 0;
  const found = db
    .prepare('SELECT * FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq')
    .iterate(closedUpTo(db), last);
  for (const row of found) {
    const one = toRow(row);
    rows.push(one);
    bytes += one.body.length + OTHER_COLUMNS;
    if (bytes >= limits.segmentBytes) break;
  }
  return rows;
}

/** Two hashes, a time, an id and a number. */
const OTHER_COLUMNS = 220;

/** Answers the size of the file. */
function writeSegment(path: string, rows: readonly AuditRow[]): number {
  const text = rows.map(toLine).join('');
  const content = zstdCompressSync(text);
  const unfinished = `${path}${UNFINISHED}`;
  writeFileSync(unfinished, content, { mode: 0o600, flush: true });
  if (expandSegment(readFileSync(unfinished)) !== text)
    throw new Error(`${unfinished} does not hold what was written to it`);
  renameSync(unfinished, path);
  const directory = openSync(join(path, '..'), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  return content.length;
}

const UNFINISHED = '.unfinished';

/** Files that an end in the middle left; a finished one only where its rows are still in the table. */
function clearLeftBehind(db: DatabaseSync, auditPath: string): void {
  const directory = segmentsDirectory(auditPath);
  const closed = closedUpTo(db);
  const count = db.prepare('SELECT count(*) AS count FROM audit WHERE seq > ? AND seq BETWEEN ? AND ?');
  for (const name of readdirSync(directory)) {
    const [first, last] = (/^(\d{12})-(\d{12})\.zst$/.exec(name)?.slice(1) ?? []).map(Number);
    const isCopy =
      first !== undefined &&
      last !== undefined &&
      Number(count.get(closed, first, last)?.count) === last - first + 1;
    if (name.endsWith(UNFINISHED) || isCopy) rmSync(join(directory, name));
  }
}

/** A few at a time, so that writers wait for no more than those. */
const DELETED_TOGETHER = 256;

function deleteClosed(db: DatabaseSync): void {
  const remove = db.prepare(
    'DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE seq <= ? ORDER BY seq LIMIT ?)',
  );
  const closed = closedUpTo(db);
  let deleted = 0;
  while (Number(remove.run(closed, DELETED_TOGETHER).changes) === DELETED_TOGETHER) {
    deleted += DELETED_TOGETHER;
    if (deleted % CHECKPOINT_ROWS === 0) checkpoint(db);
    pause(1);
  }
}

const CHECKPOINT_ROWS = 4096;

/**
 * Brings SQLite's log into its file. Most of it while others write; the rest, which is little, keeps them waiting,
 * or the log would grow for as long as there is always somebody who writes.
 */
export const checkpoint = (db: DatabaseSync): void =>
  db.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(RESTART)');

const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
