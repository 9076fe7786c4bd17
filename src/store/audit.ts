import { copyFileSync } from 'node:fs';
import { type AuditRow, continues, nextRow, type Tail } from './audit-chain.ts';
import { openAuditTable } from './audit-table.ts';
import { type Batch, createBatches } from './batches.ts';
import { pendingPath, readPendingRows } from './pending-rows.ts';
import { openRowIntake } from './row-intake.ts';
import { createPlaceCheck } from './still-there.ts';
import { createThread } from './thread.ts';

export type AuditKind = 'intent' | 'outcome' | 'refusal' | 'asked' | 'decision';

export interface AuditEntry extends Omit<AuditRow, 'kind' | 'body'> {
  readonly kind: AuditKind;
  readonly body: Body;
}

/** The record of every call: rows are only ever added, each bound to the one before by its hash. */
export interface AuditLog {
  /** Writes a row and answers its number. `durable`: it survives a power cut, not only the end of the process. */
  append(kind: AuditKind, callId: string, body: Body, options?: { durable?: boolean }): number;
  /** The same, in one go with the others of this turn of the event loop: a fraction of the cost, and known a moment later. */
  add(kind: AuditKind, callId: string, body: Body): AddedRow;
  /** Brings every row into the table, for whoever looks at that alone. */
  settle(): void;
  /** The newest entries of a session's calls, in order. */
  ofSession(session: string): AuditEntry[];
  close(): void;
}

type Body = Readonly<Record<string, unknown>>;

export interface AddedRow {
  readonly seq: number;
  /** Whoever did something on the strength of the row shows nothing of it before this has settled. */
  readonly batch: Batch;
}

interface Hooks {
  /** Told from time to time, and at the end, how far the record has come. */
  readonly anchor?: (tail: Tail) => void;
  readonly warn?: (message: string) => void;
  /** The file was removed, or moved away: whatever is written now is lost. */
  readonly onLost?: () => void;
}

// A call's entries are looked up after a restart, among the newest; older ones have long been answered.
const LOOK_BACK = 50_000;

const ANCHOR_EVERY = 256;
/** And this long after a row at the latest: nobody notices what is cut off behind the last anchor. */
const ANCHOR_WITHIN_MS = 10_000;
const anchorsBetween = (before: Tail, after: Tail): boolean =>
  Math.floor(before.seq / ANCHOR_EVERY) !== Math.floor(after.seq / ANCHOR_EVERY);

export function openAudit(
  path: string,
  { anchor = () => {}, warn = () => {}, onLost = () => {} }: Hooks = {},
): AuditLog {
  const table = openAuditTable(path);
  const place = createPlaceCheck(path, onLost);
  const left = leftBehind(path, table.tail, warn);
  table.insert(left);
  const thread = createThread<Uint8Array, void>('row-thread', path);
  const intake = openRowIntake({ path: pendingPath(path), table, thread });
  /** Behind the last row that is written, and behind the last one that is about to be. */
  let kept: Tail = left.at(-1) ?? table.tail;
  let tail = kept;

  let anchoring: NodeJS.Timeout | undefined;
  const keep = (row: Tail): void => {
    if (anchorsBetween(kept, row)) anchor(row);
    kept = row;
    tail = row;
    anchoring ??= setTimeout(() => {
      anchoring = undefined;
      anchor(kept);
    }, ANCHOR_WITHIN_MS).unref();
  };
  const batches = createBatches<AuditRow>((rows) => {
    try {
      intake.write(rows);
      keep(tail);
    } catch (error) {
      tail = kept;
      throw error;
    }
  });
  const settle = (): void => {
    batches.end();
    intake.insert([]);
  };

  return {
    append: (kind, callId, body, { durable = false } = {}) => {
      place.assertStillThere();
      batches.end();
      const row = nextRow(tail, kind, callId, body);
      intake.insert([row], { durable });
      keep(row);
      return row.seq;
    },
    add: (kind, callId, body) => {
      intake.assertTaking();
      place.assertNowAndThen();
      const row = nextRow(tail, kind, callId, body);
      tail = row;
      return { seq: row.seq, batch: batches.join(row) };
    },
    settle,
    ofSession: (session) => {
      settle();
      // One look for all of them: each costs as much as reading the newest rows.
      const sql = `
        WITH newest AS (SELECT * FROM audit WHERE seq > ?)
        SELECT * FROM newest
        WHERE call_id IN (SELECT call_id FROM newest WHERE body ->> '$.session' = ?) ORDER BY seq`;
      return table.select(sql, tail.seq - LOOK_BACK, session).map(toEntry);
    },
    close: () => {
      clearTimeout(anchoring);
      try {
        settle();
        if (tail.seq > 0) anchor(tail);
      } finally {
        // What did not get into the table is found by the next host.
        intake.close();
        table.close();
      }
    },
  };
}

/** Rows that a host which was killed had written down and not yet brought into the table. */
function leftBehind(path: string, tail: Tail, warn: (message: string) => void): AuditRow[] {
  const file = pendingPath(path);
  // Those that are in the table stand here too where it was killed in between.
  const rows = readPendingRows(file).filter(({ seq }) => !(seq <= tail.seq));
  const fitting = rows.findIndex((row, i) => !continues(rows[i - 1] ?? tail, row));
  if (fitting === -1) return rows;
  const aside = `${file}.${Date.now()}`;
  copyFileSync(file, aside);
  warn(`${file} does not continue the record behind entry ${tail.seq + fitting}; it was kept as ${aside}`);
  return rows.slice(0, fitting);
}

const toEntry = (row: AuditRow): AuditEntry => ({ ...row, body: JSON.parse(row.body) }) as AuditEntry; // Sound: only `nextRow` makes rows.
