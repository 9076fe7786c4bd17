import type { DatabaseSync } from 'node:sqlite';
import type { AuditQuery } from '../../core/call/audit-query.ts';
import { listSegments, readSegment, type Segment } from './segments.ts';

/** A part of the record that can be looked into with SQL: the table, or a segment. */
interface Part {
  /** Shows this part of the record under the name `part`, and `intent` for calls that began before it. */
  load(): void;
}

type Span = Pick<AuditQuery, 'seq' | 'since' | 'until'>;

/** The table and then each segment, the newest first, without those that cannot hold what is looked for. */
export function partsOf(db: DatabaseSync, auditPath: string, { seq, since, until }: Span): Part[] {
  const segments = listSegments(db);
  const closed = segments.at(-1)?.lastSeq ?? 0;
  const kept = segments.filter(({ removedAt }) => removedAt === null).reverse();
  const wanted = kept.filter(
    ({ firstSeq, lastSeq, firstTs, lastTs }) =>
      (seq === undefined || (firstSeq <= seq && seq <= lastSeq)) &&
      (since === undefined || since <= lastTs) &&
      (until === undefined || firstTs <= until),
  );
  return [
    { load: () => showTable(db, auditPath, kept, closed) },
    ...wanted.map((segment) => ({ load: () => showSegment(db, auditPath, kept, segment) })),
  ];
}

function showTable(db: DatabaseSync, auditPath: string, kept: readonly Segment[], closed: number): void {
  // A view takes no values; this one is a number of ours.
  reset(db, `CREATE TEMP VIEW part AS SELECT * FROM audit WHERE seq > ${closed}`);
  if (closed > 0) addEarlierIntents(db, auditPath, kept, closed + 1);
}

function showSegment(db: DatabaseSync, auditPath: string, kept: readonly Segment[], segment: Segment): void {
  reset(
    db,
    'CREATE TEMP TABLE part (seq INTEGER PRIMARY KEY, ts TEXT, kind TEXT, call_id TEXT, body TEXT, prev TEXT, hash TEXT)',
  );
  const insert = db.prepare('INSERT INTO temp.part VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const { seq, ts, kind, callId, body, prev, hash } of readSegment(auditPath, segment))
    insert.run(seq, ts, kind, callId, body, prev, hash);
  addEarlierIntents(db, auditPath, kept, segment.firstSeq);
}

function reset(db: DatabaseSync, part: string): void {
  const there = db.prepare(`SELECT type FROM temp.sqlite_schema WHERE name = 'part'`).get();
  if (there) db.exec(`DROP ${String(there.type)} temp.part`);
  db.exec(
    `DROP TABLE IF EXISTS temp.intent; CREATE TEMP TABLE intent (seq INTEGER PRIMARY KEY, body TEXT); ${part}`,
  );
}

/** Who made a call stands in its intent, which may lie in the segment before. */
function addEarlierIntents(
  db: DatabaseSync,
  auditPath: string,
  kept: readonly Segment[],
  first: number,
): void {
  const missing = db
    .prepare(
      `SELECT DISTINCT body ->> '$.intent' AS seq FROM part WHERE kind = 'outcome' AND body ->> '$.intent' < ?`,
    )
    .all(first)
    .map(({ seq }) => Number(seq));
  const insert = db.prepare('INSERT INTO temp.intent VALUES (?, ?)');
  for (const segment of kept) {
    const wanted = new Set(missing.filter((seq) => segment.firstSeq <= seq && seq <= segment.lastSeq));
    if (wanted.size === 0) continue;
    for (const { seq, body } of readSegment(auditPath, segment)) if (wanted.has(seq)) insert.run(seq, body);
  }
}
