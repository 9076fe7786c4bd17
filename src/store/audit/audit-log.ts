import type { AuditFound } from '../../core/call/audit-query.ts';
import { once } from '../../core/timing/once.ts';
import { createLogSync } from '../log-sync.ts';
import type { Anchors } from './anchors.ts';
import type { Batch } from './batches.ts';
import type { AuditRow } from './chain.ts';
import type { SegmentLimits } from './close-segments.ts';
import { createPlaceCheck } from './place-check.ts';
import { type Removed, removalText, removeExpired } from './retention.ts';
import { createRowWriter } from './row-writer.ts';
import { openAuditTable } from './table.ts';
import { startUpkeep, type Upkeep } from './upkeep.ts';

export type AuditKind = AuditFound['kind'] | 'retention';

export interface AuditEntry extends Omit<AuditRow, 'kind' | 'body'> {
  readonly kind: AuditKind;
  readonly body: Body;
}

/** The record of every call: rows are only ever added, each bound to the one before by its hash. */
export interface AuditLog {
  /** Writes a row and answers its number. `durable`: it survives a power cut, not only the end of the process. */
  append(kind: AuditKind, callId: string, body: Body, options?: { durable?: boolean }): number;
  /** Writes a row and settles once it would survive a power cut. Others go on meanwhile, and share the wait. */
  appendDurably(kind: AuditKind, callId: string, body: Body): Promise<number>;
  /** The same, in one go with the others of this turn of the event loop: a fraction of the cost, and known a moment later. */
  add(kind: AuditKind, callId: string, body: Body): AddedRow;
  /** Writes what waits for the end of this turn, for readers of the table. */
  settle(): void;
  /** The newest entries of a session's calls, in order. */
  ofSession(session: string): AuditEntry[];
  /** The last row of earlier hosts: what they began and did not end is cut off. */
  readonly inherited: number;
  readonly upkeep: Upkeep;
  close(): void;
}

type Body = Readonly<Record<string, unknown>>;

export interface AddedRow {
  readonly seq: number;
  /** About as much as it takes on the disk. */
  readonly bytes: number;
  /** A caller that acted on the strength of the row shows nothing of it before this has settled. */
  readonly batch: Batch;
}

interface Parts {
  readonly anchors?: Anchors;
  /** By size and age; default: nothing is closed. */
  readonly segments?: Omit<SegmentLimits, 'keepRows'>;
  /** How long closed segments are kept; 0: for ever. */
  readonly keepDays?: number;
  readonly warn?: (message: string, fields?: Body) => void;
  /** The file was removed, or moved away: whatever is written now is lost. */
  readonly onLost?: () => void;
}

// A call's entries are looked up after a restart, among the newest; older ones have long been answered.
const LOOK_BACK = 50_000;

const NEVER = { segmentBytes: Number.POSITIVE_INFINITY, segmentDays: 36_500 };
const NO_ANCHORS: Anchors = {
  start: () => {},
  reach: () => {},
  keep: () => {},
  sign: () => undefined,
  close: () => {},
};

export function openAudit(
  path: string,
  { anchors = NO_ANCHORS, segments = NEVER, keepDays = 0, warn = () => {}, onLost = () => {} }: Parts = {},
): AuditLog {
  const table = openAuditTable(path);
  const place = createPlaceCheck(path, onLost);
  anchors.start((seq) => table.select('SELECT * FROM audit WHERE seq = ?', seq)[0]?.hash);
  const upkeep = startUpkeep({
    db: table.db,
    path,
    limits: { ...segments, keepRows: LOOK_BACK },
    expire: () => removeExpired({ db: table.db, path, keepDays, note: noteRemoval }),
    warn,
  });
  const writer = createRowWriter({ table, anchors, tail: table.tail, onWritten: upkeep.written });
  const append: AuditLog['append'] = (kind, callId, body, { durable = false } = {}) => {
    place.assertStillThere();
    return writer.writeNow(kind, callId, body, { durable });
  };
  const noteRemoval = (removed: Removed): void => {
    const signature = anchors.sign(removalText(removed));
    const body = { ...removed, keepDays, ...(signature !== undefined && { signature }) };
    append('retention', `retention-${removed.lastSeq}`, body, { durable: true });
  };
  const sync = once(() => createLogSync(path));
  upkeep.lookNow();
  return {
    append,
    appendDurably: async (kind, callId, body) => {
      place.assertStillThere();
      const seq = writer.writeNow(kind, callId, body, { durable: false, signed: true });
      await sync().settled();
      return seq;
    },
    add: (kind, callId, body) => {
      place.assertNowAndThen();
      return writer.writeSoon(kind, callId, body);
    },
    settle: writer.flush,
    ofSession: (session) => {
      writer.flush();
      return table.select(OF_SESSION, writer.tail.seq - LOOK_BACK, session).map(toEntry);
    },
    inherited: table.tail.seq,
    upkeep,
    close: () => {
      upkeep.close();
      try {
        writer.flush();
        if (writer.tail.seq > 0) anchors.keep(writer.tail);
      } finally {
        writer.close();
        anchors.close();
        void sync.made?.close();
        table.close();
      }
    },
  };
}

// One look for all of them: each costs as much as reading the newest rows.
const OF_SESSION = `
  WITH newest AS (SELECT * FROM audit WHERE seq > ?)
  SELECT * FROM newest
  WHERE call_id IN (SELECT call_id FROM newest WHERE body ->> '$.session' = ?) ORDER BY seq`;

const toEntry = (row: AuditRow): AuditEntry => ({ ...row, body: JSON.parse(row.body) }) as AuditEntry; // Sound: only `nextRow` makes rows.
