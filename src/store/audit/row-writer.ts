import { isBusy } from '../database.ts';
import { ANCHOR_EVERY, type Anchors } from './anchors.ts';
import { type Batch, createBatches } from './batches.ts';
import { type AuditRow, nextRow, type Tail } from './chain.ts';
import type { AuditTable } from './table.ts';
import { crosses } from './upkeep.ts';

/** Chains rows to each other and brings them into the table, with an anchor for each write. */
export interface RowWriter {
  /** Behind the last row that is written or about to be. */
  readonly tail: Tail;
  /** Writes a row now, behind those that wait. What is durable is signed too. */
  writeNow(
    kind: string,
    callId: string,
    body: Readonly<Record<string, unknown>>,
    options: { durable: boolean; signed?: boolean },
  ): number;
  /** Writes it with the others of this turn. */
  writeSoon(
    kind: string,
    callId: string,
    body: Readonly<Record<string, unknown>>,
  ): { readonly seq: number; readonly bytes: number; readonly batch: Batch };
  /** Writes those that wait. */
  flush(): void;
  /** From now on nothing is taken. */
  close(): void;
}

interface WriterParts {
  readonly table: AuditTable;
  readonly anchors: Anchors;
  readonly tail: Tail;
  readonly onWritten: (seq: number) => void;
}

/** Its hashes, names and places in the index. */
const AROUND_BODY = 256;

export function createRowWriter({ table, anchors, tail: first, onWritten }: WriterParts): RowWriter {
  /** Behind the last row that is written, and behind the last one that is about to be. */
  let kept = first;
  let tail = first;
  /** The last rows could not be written: then no call begins before the table takes rows again. */
  let isStuck = false;
  // So that there is never a record without a signature.
  let isFirst = true;
  const write = (
    rows: readonly AuditRow[],
    { signed = false, ...options }: { durable: boolean; waits: boolean; signed?: boolean },
  ): void => {
    table.insert(rows, options);
    const last = rows.at(-1) ?? kept;
    if (crosses(kept.seq, last.seq, ANCHOR_EVERY)) anchors.keep(last);
    else anchors.reach(last, { signed: signed || options.durable || isFirst });
    isFirst = false;
    kept = last;
    onWritten(last.seq);
  };
  const batches = createBatches<AuditRow>({
    write: (rows, { waits }) => write(rows, { durable: false, waits }),
    isHeld: isBusy,
    onFailed: () => {
      tail = kept;
      isStuck = true;
    },
  });
  return {
    get tail() {
      return tail;
    },
    writeNow: (kind, callId, body, options) => {
      batches.end();
      const row = nextRow(tail, kind, callId, body);
      write([row], { ...options, waits: true });
      tail = row;
      return row.seq;
    },
    writeSoon: (kind, callId, body) => {
      if (isStuck) table.insert([]);
      isStuck = false;
      const row = nextRow(tail, kind, callId, body);
      tail = row;
      return { seq: row.seq, bytes: row.body.length + AROUND_BODY, batch: batches.join(row) };
    },
    flush: batches.end,
    close: () => {
      isStuck = true;
    },
  };
}
