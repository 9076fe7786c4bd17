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
  /** The lines of those that nobody has taken yet. */
  readonly untaken: { readonly bytes: number; take(): Uint8Array };
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
  // Made once, for the file and for whoever takes them.
  let lines = { buffer: newBuffer(), used: 0 };
  let bytes = 0;
  return {
    get rows() {
      return rows;
    },
    get bytes() {
      return bytes;
    },
    untaken: {
      get bytes() {
        return lines.used;
      },
      take: () => {
        const taken = lines.buffer.subarray(0, lines.used);
        lines = { buffer: newBuffer(), used: 0 };
        return taken;
      },
    },
    add: (more) => {
      const text = more.map(toLine).join('');
      lines.buffer = withRoom(lines, text.length * MOST_BYTES_EACH);
      const { buffer, used } = lines;
      const size = buffer.write(text, used);
      try {
        if (writeSync(fd, buffer, used, size) < size) throw new Error('There is no room for the record');
      } catch (error) {
        // Half of a line would be taken for damage.
        ftruncateSync(fd, bytes);
        throw error;
      }
      bytes += size;
      lines.used += size;
      for (const row of more) rows.push(row);
    },
    forget: (seq) => {
      rows = rows.filter((row) => row.seq > seq);
      if (rows.length > 0 || bytes === 0) return;
      ftruncateSync(fd);
      bytes = 0;
      lines.used = 0;
    },
    close: () => {
      closeSync(fd);
      // Its number may soon be another file's.
      fd = -1;
    },
  };
}

/** Twice what is usually in it when it is taken. */
const BUFFER_BYTES = 98_304;
/** UTF-8 needs no more for a unit of a string. */
const MOST_BYTES_EACH = 3;

const newBuffer = (): Buffer => Buffer.allocUnsafeSlow(BUFFER_BYTES);

function withRoom({ buffer, used }: { buffer: Buffer; used: number }, needed: number): Buffer {
  if (buffer.length - used >= needed) return buffer;
  const larger = Buffer.allocUnsafeSlow(used + needed + BUFFER_BYTES);
  buffer.copy(larger, 0, 0, used);
  return larger;
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
