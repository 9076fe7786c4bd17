import { hash } from 'node:crypto';
import { isoTime } from '../core/iso-time.ts';

/** A row of the record as it is kept; the body is JSON. */
export interface AuditRow {
  readonly seq: number;
  readonly ts: string;
  readonly kind: string;
  readonly callId: string;
  readonly body: string;
  readonly prev: string;
  readonly hash: string;
}

/** How far the record has come. */
export interface Tail {
  readonly seq: number;
  readonly hash: string;
}

/** What the first row follows. */
export const GENESIS = '0'.repeat(64);

/** The hash that binds a row to the one before it. */
export const chainHash = (
  prev: string,
  { seq, ts, kind, callId, body }: Omit<AuditRow, 'prev' | 'hash'>,
): string => hash('sha256', `${prev}\n${seq}\n${ts}\n${kind}\n${callId}\n${body}`);

/** The row behind `tail`. */
export function nextRow(tail: Tail, kind: string, callId: string, body: unknown): AuditRow {
  const row = {
    seq: tail.seq + 1,
    ts: isoTime(Date.now()),
    kind,
    callId,
    body: JSON.stringify(body),
  };
  return { ...row, prev: tail.hash, hash: chainHash(tail.hash, row) };
}

/** Whether a row is the one behind `tail`, and as it was written. */
export const continues = (tail: Tail, row: AuditRow): boolean =>
  row.seq === tail.seq + 1 && row.prev === tail.hash && row.hash === chainHash(row.prev, row);
