import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { UsageError } from '../core/errors.ts';
import type { AuditRow } from './audit-chain.ts';

/**
 * Rows on their way into the table. A transaction of its own for every answer would cost ten times as much as one
 * write to the end of a file, which outlives the process just as well.
 */
export interface PendingRows {
  /** Those that are not known to be in the table. */
  readonly rows: readonly AuditRow[];
  /** The same as lines, from those on that nobody has taken yet. */
  readonly untaken: { readonly count: number; take(): string };
  /** Of the file, which may still hold rows that are in the table. */
  readonly bytes: number;
  /** All of them, or none. */
  add(rows: readonly AuditRow[]): void;
  /** For when those up to this one are in the table. */
  forget(seq: number): void;
  close(): void;
}

export const pendingPath = (auditPath: string): string => auditPath.replace(/\.db$/, '.pending');

/** The file must hold nothing that is still needed. */
export function openPendingRows(path: string): PendingRows {
  let fd = orExplain(path, () => openSync(path, 'a', 0o600));
  ftruncateSync(fd);
  let rows: AuditRow[] = [];
  let untaken = { count: 0, lines: '' };
  let bytes = 0;
  return {
    get rows() {
      return rows;
    },
    get bytes() {
      return bytes;
    },
    untaken: {
      get count() {
        return untaken.count;
      },
      take: () => {
        const { lines } = untaken;
        untaken = { count: 0, lines: '' };
        return lines;
      },
    },
    add: (more) => {
      const lines = more.map(toLine).join('');
      const size = Buffer.byteLength(lines);
      try {
        if (writeSync(fd, lines) < size) throw new Error('There is no room for the record');
      } catch (error) {
        // Half of a line would be taken for damage.
        ftruncateSync(fd, bytes);
        throw error;
      }
      bytes += size;
      untaken.count += more.length;
      untaken.lines += lines;
      for (const row of more) rows.push(row);
    },
    forget: (seq) => {
      rows = rows.filter((row) => row.seq > seq);
      if (rows.length > 0 || bytes === 0) return;
      ftruncateSync(fd);
      bytes = 0;
      untaken = { count: 0, lines: '' };
    },
    close: () => {
      closeSync(fd);
      // Its number may soon be another file's.
      fd = -1;
    },
  };
}

// None of these can hold a tab or a line end: JSON writes both as escapes.
const toLine = ({ seq, ts, kind, callId, body, prev, hash }: AuditRow): string =>
  `${seq}\t${ts}\t${kind}\t${callId}\t${body}\t${prev}\t${hash}\n`;

/** What a host left there, or is about to bring into the table; a line that was not finished was not answered for. */
export function readPendingRows(path: string): AuditRow[] {
  if (!existsSync(path)) return [];
  return toRows(orExplain(path, () => readFileSync(path, 'utf8')));
}

/** The rows of lines; what stands behind the last line end is none. */
export const toRows = (text: string): AuditRow[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [seq, ts = '', kind = '', callId = '', body = '', prev = '', hash = ''] = line.split('\t');
      return { seq: Number(seq), ts, kind, callId, body, prev, hash };
    });

function orExplain<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be used: ${reason}. Move it away, or choose another --data-dir.`);
  }
}
