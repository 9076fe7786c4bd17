import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type AuditRow, problemBehind, rowsOfLines, type Tail } from './chain.ts';

/**
 * Rows that a killed host of an earlier program had written down in a file beside the table, and not yet brought
 * into it. They come in if they continue the chain; otherwise the file is set aside.
 */
export function takeEarlierPending(
  auditPath: string,
  tail: Tail,
  insert: (rows: readonly AuditRow[]) => void,
  warn: (message: string) => void,
): Tail {
  const file = auditPath.replace(/\.db$/, '.pending');
  if (!existsSync(file)) return tail;
  const rows = Array.from(rowsOfLines(readFileSync(file, 'utf8'))).filter(({ seq }) => !(seq <= tail.seq));
  const wrong = rows.findIndex((row, i) => problemBehind(rows[i - 1] ?? tail, row) !== undefined);
  const fitting = wrong === -1 ? rows : rows.slice(0, wrong);
  if (fitting.length > 0) insert(fitting);
  if (wrong === -1) rmSync(file);
  else {
    const aside = `${file}.${Date.now()}`;
    renameSync(file, aside);
    warn(`${file} does not continue the record behind entry ${tail.seq + wrong}; it was kept as ${aside}`);
  }
  return fitting.at(-1) ?? tail;
}
