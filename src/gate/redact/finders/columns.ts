import { isLetter, matchAt } from '../scan/boundaries.ts';
import type { Hit, Hits, Literal } from '../scan/literal.ts';
import { nameEnd, nameStart } from '../scan/name-bounds.ts';
import type { Report } from '../scan/spans.ts';
import { isSecretValue } from '../values/secret-values.ts';
import { type Cell, cellsOf } from './cells.ts';
import { classifyName, type NameKind } from './secret-names.ts';

const LONGEST_HEADER = 600;
const LONGEST_ROW = 4096;
const SIGNS = ['|', '\t', ';', ','];
const HEADING = /^(["'`]?)[A-Za-z_][\w .-]{0,40}(?: \([\w .-]{1,20}\))?\1$/;
/** The line under the headings of a Markdown table and of what databases print. */
const RULE = /^[\s|+:=-]+$/;
const INSERT = /INSERT INTO\b[^()]{1,200}\(([^()]{1,500})\)[ \t\r]*(?:VALUES?)?[ \t]*/iy;
const VALUES = /^[ \t]*VALUES?[ \t\r]*/i;
// Without `(?!')` two quotes in a row could be read in two ways, and a row of them in more than can be tried.
const TUPLE = /[ \t]*\(((?:[^()'"\n]|'(?:[^'\\\n]|\\.|'')*'(?!')|"(?:[^"\\\n]|\\.)*"){1,4096})\)[ \t]*[,;]?/y;

export const INSERT_LITERALS = ['INSERT INTO'].map((text): Literal => ({ layer: 'insert', text }));

/** What stands in the rows of the table that is being read. */
interface Table {
  readonly names: readonly string[];
  readonly columns: readonly { readonly at: number; readonly kind: NameKind }[];
  /** Between the cells; rows of an INSERT stand in brackets. */
  readonly sign: string;
  readonly isInsert: boolean;
  /** The first line after the headings was read; in a drawn table that is a rule. */
  readonly isBelowRule: boolean;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

export interface Columns {
  mask(text: string, part: Part, hits: Hits, report: Report): void;
  /** The text ended inside a table. */
  isOpen(): boolean;
}

/** Secrets under a heading that says so: in CSV, in tables of Markdown and of databases, in INSERT. */
export function createColumns(): Columns {
  let open: Table | undefined;
  const readRows = (text: string, from: number, to: number, report: Report): number => {
    let at = from;
    while (open !== undefined && at < to) {
      const end = endOfLine(text, at);
      if (end > to || !maskRow(text, { start: at, end }, open, report)) open = undefined;
      else {
        open = { ...open, isBelowRule: true };
        at = end + 1;
      }
    }
    return at;
  };
  const mask: Columns['mask'] = (text, { from, to }, { hint = NONE, insert = NONE }, report) => {
    let at = readRows(text, from, to, report);
    const read = (lineStart: number, table: Table | undefined): void => {
      open = table;
      const line = { start: lineStart, end: endOfLine(text, lineStart) };
      if (table?.isInsert) maskTuples(text, line, table, report);
      at = readRows(text, line.end + 1, to, report);
    };
    for (const { index } of insert) {
      if (index < at || index >= to) continue;
      const names = matchAt(INSERT, text, index)?.[1];
      if (names !== undefined) read(index, tableOf(names, ',', true));
    }
    let line = NO_LINE;
    let mayBeHeader = false;
    let nextBar = -1;
    for (const { index, text: found } of hint) {
      if (index < at || index >= to) continue;
      if (index >= line.end) {
        line = { start: text.lastIndexOf('\n', index) + 1, end: endOfLine(text, index) };
        if (nextBar < line.start) nextBar = indexOrEnd(text.indexOf('|', line.start));
        mayBeHeader = line.start >= from && isLikeHeader(text, line, nextBar < line.end);
      }
      if (!mayBeHeader || !isHeading(text, line, index, nameEnd(text, index + found.length))) continue;
      read(line.start, readHeader(text, line));
    }
  };
  return { mask, isOpen: () => open !== undefined };
}

const NONE: readonly Hit[] = [];

const NO_LINE: Cell = { start: 0, end: 0 };

/** A file begins its lines at the margin; what is indented is a list in a program, unless there are lines between. */
function isLikeHeader(text: string, { start, end }: Cell, isDrawn: boolean): boolean {
  if (end - start > LONGEST_HEADER) return false;
  return isDrawn ? isRule(text, end) : text.charCodeAt(start) > SPACE;
}

const indexOrEnd = (index: number): number => (index === -1 ? Number.POSITIVE_INFINITY : index);

/** Whether the name stands alone in a cell of the line. */
function isHeading(text: string, line: Cell, inside: number, end: number): boolean {
  let after = end;
  while (isBlank(text.charCodeAt(after))) after++;
  if (after < line.end && !CLOSES.includes(text.charAt(after))) return false;
  let before = nameStart(text, inside) - 1;
  // Headings in words: "Secret access key".
  while (before >= line.start && isBlankOrLetter(text.charCodeAt(before))) before--;
  return before < line.start || OPENS.includes(text.charAt(before));
}

/** Whether the line after this line end is the one that parts the headings from the rows. */
function isRule(text: string, lineEnd: number): boolean {
  let at = lineEnd + 1;
  while (at < text.length && ' |:+'.includes(text.charAt(at))) at++;
  return lineEnd < text.length && (at >= text.length || text[at] === '-' || text[at] === '=');
}
const SPACE = 32;
const isBlank = (code: number): boolean =>
  code === SPACE || code === 34 || code === 39 || code === 96 || code === 13;
const isBlankOrLetter = (code: number): boolean => isLetter(code) || isBlank(code);
const OPENS = ',;|\t';
const CLOSES = ',;|\t\n';

function readHeader(text: string, { start, end }: Cell): Table | undefined {
  const line = text.slice(start, end);
  const sign = SIGNS.find((candidate) => line.includes(candidate));
  return sign === undefined ? undefined : tableOf(line, sign, false);
}

function tableOf(line: string, sign: string, isInsert: boolean): Table | undefined {
  const names = cellsOf(line, 0, line.length, sign).map((cell) => line.slice(cell.start, cell.end));
  const headings = sign === '|' ? names.filter((name) => name !== '') : names;
  const isTable = headings.length >= 2 && new Set(headings).size === headings.length;
  const isAtMargin = isInsert || sign === '|' || /^\S/.test(line);
  if (!isTable || !isAtMargin || !headings.every((name) => HEADING.test(name))) return undefined;
  const columns = names
    .map((name, at) => ({ at, kind: classifyName(name.replace(/["'`()]/g, '').replaceAll(' ', '_')) }))
    .filter(({ kind }) => kind === 'password' || kind === 'secret');
  return columns.length === 0 ? undefined : { names, columns, sign, isInsert, isBelowRule: false };
}

/** Masks a line of the table; false if it is none. */
function maskRow(text: string, line: Cell, table: Table, report: Report): boolean {
  if (line.end - line.start > LONGEST_ROW) return false;
  if (table.isInsert) return maskTuples(text, line, table, report);
  if (table.sign === '|') {
    const isRuled = line.end > line.start && RULE.test(text.slice(line.start, line.end));
    if (isRuled || !table.isBelowRule) return isRuled;
  }
  const cells = cellsOf(text, line.start, line.end, table.sign);
  if (cells.length !== table.names.length || repeatsHeading(text, cells, table)) return false;
  for (const { at, kind } of table.columns) reportCell(text, cells[at], { kind, table }, report);
  return true;
}

/** Lines of a program are alike, the rows of a table are not like its head. */
const repeatsHeading = (text: string, cells: readonly Cell[], { names }: Table): boolean =>
  cells.some(({ start, end }, at) => start < end && text.slice(start, end) === names[at]);

/** Masks the tuples of a line of an INSERT; false if there are none where they should be. */
function maskTuples(text: string, { start, end }: Cell, table: Table, report: Report): boolean {
  const line = text.slice(start, end);
  const before = matchAt(INSERT, line, 0) ?? VALUES.exec(line);
  let at = start + (before?.[0].length ?? 0);
  for (;;) {
    const tuple = matchAt(TUPLE, text, at);
    if (tuple?.[1] === undefined || at >= end) break;
    const inner = at + tuple[0].indexOf('(') + 1;
    const cells = cellsOf(text, inner, inner + tuple[1].length, ',');
    for (const { at: column, kind } of table.columns)
      reportCell(text, cells[column], { kind, table }, report);
    at += tuple[0].length;
  }
  return before !== null || at > start;
}

function reportCell(
  text: string,
  cell: Cell | undefined,
  { kind, table }: { kind: NameKind; table: Table },
  report: Report,
): void {
  if (cell === undefined) return;
  const isQuoted = /^(["'`]).*\1$/s.test(text.slice(cell.start, cell.end));
  const [start, end] = isQuoted ? [cell.start + 1, cell.end - 1] : [cell.start, cell.end];
  // Documentation has tables of settings; databases have no other values than real ones.
  const isLoose = table.sign === '|' && text[cell.start - 1] === ' ' && kind !== 'password';
  if (isSecretValue(text.slice(start, end), kind, { isQuoted: true, next: '', isLoose })) report(start, end);
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}
