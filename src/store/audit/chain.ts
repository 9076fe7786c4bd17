import { hash } from 'node:crypto';
import { isoTime } from '../../core/text/iso-time.ts';
import { DEEPEST_JSON, isDeeperThan } from '../../core/text/json-depth.ts';

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

/** Before the first row. */
export const START: Tail = { seq: 0, hash: GENESIS };

/** The hash that binds a row to the one before it. */
export const chainHash = (
  prev: string,
  { seq, ts, kind, callId, body }: Omit<AuditRow, 'prev' | 'hash'>,
): string => hash('sha256', `${prev}\n${seq}\n${ts}\n${kind}\n${callId}\n${body}`);

/** The row behind `tail`. */
export function nextRow(
  tail: Tail,
  kind: string,
  callId: string,
  body: Readonly<Record<string, unknown>>,
): AuditRow {
  const row = {
    seq: tail.seq + 1,
    ts: isoTime(Date.now()),
    kind,
    callId,
    body: bodyText(body),
  };
  return { ...row, prev: tail.hash, hash: chainHash(tail.hash, row) };
}

/**
 * SQLite reads no JSON of over 1,000 levels, and one row that it cannot read would keep it from all the others. So what is
 * nested deeply stands in its row as a text.
 */
function bodyText(body: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(body);
  if (!isDeeperThan(text, DEEPEST_JSON)) return text;
  const flat = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(flat));
}

/** What is wrong with a row as the one behind `tail`, if anything. */
export function problemBehind(tail: Tail, row: AuditRow): string | undefined {
  const { seq, prev } = row;
  if (seq !== tail.seq + 1) return `Entry ${tail.seq + 1} is missing: entry ${seq} follows entry ${tail.seq}`;
  if (prev !== tail.hash)
    return `Entry ${seq} does not continue entry ${tail.seq}: one of them was replaced, inserted or moved`;
  return row.hash === chainHash(prev, row) ? undefined : `Entry ${seq} was changed after it was written`;
}

// No field can hold a tab or a line end: JSON writes both as escapes.
export const toLine = ({ seq, ts, kind, callId, body, prev, hash: own }: AuditRow): string =>
  `${seq}\t${ts}\t${kind}\t${callId}\t${body}\t${prev}\t${own}\n`;

/** The rows of such lines; what stands behind the last line end is none. */
export function* rowsOfLines(text: string): Iterable<AuditRow> {
  let from = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
    const [seq, ts = '', kind = '', callId = '', body = '', prev = '', own = ''] = text
      .slice(from, end)
      .split('\t');
    yield { seq: Number(seq), ts, kind, callId, body, prev, hash: own };
    from = end + 1;
  }
}
