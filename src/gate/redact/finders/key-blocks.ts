import { matchAt, trimmedWrittenEnd } from '../scan/boundaries.ts';
import type { Hit, Hits, Literal } from '../scan/literal.ts';
import type { Report } from '../scan/spans.ts';
import { keyTail, MIXED, readKeyLine, startOfBase64 } from './key-lines.ts';
import { ENCODED_BEGIN, isEncodedPrivateKey, KEY_SIGNATURES, SIGNATURE_PARTS } from './key-signatures.ts';

const MARKER = `-{4,5} ?(?:BEGIN|END) (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}`;
/** A hunk of a diff that begins within base64: neither end of what may be a key is in it. */
const HUNK = String.raw`^@@ -[\d,]{1,20} \+[\d,]{1,20} @@[^\n]{0,100}\n(?=(?:[ +-][A-Za-z0-9+/]{60,76}\r?\n){2})`;
/** Git puts a line from above the hunk behind the second mark, which may be one of the key. */
const HUNK_LINE = /@@ ([A-Za-z0-9+/]{48,80}={0,2})[\t\r]*$/;
const TRIGGER = new RegExp(
  `(?<hunk>${HUNK})|(?<marker>${MARKER})|(?<putty>^Private-Lines: \\d+)|(?:${KEY_SIGNATURES.join('|')}|${ENCODED_BEGIN})`,
  'gm',
);
const HUNK_START = '@@ -';
export const KEY_LITERALS = [
  'PRIVATE KEY',
  'Private-Lines',
  HUNK_START,
  ENCODED_BEGIN,
  ...SIGNATURE_PARTS,
].map((text): Literal => ({ layer: 'keyBlock', text }));
const MARKER_ON_LINE = new RegExp(MARKER);
const HEADER = /^[^A-Za-z]{0,40}[A-Z][A-Za-z-]{2,20}: /;
const NOTHING_MORE = /^(?:\\[nr]?|[\s"'`+,;)|>-])*$/;
const INLINE = /(?:\\+[nr]|[A-Za-z0-9+/=_ \t:,.-])*/y;
const RUN = /[A-Za-z0-9+/=]{16}/;
const WRITTEN_BASE64 = /(?:[A-Za-z0-9+/=]|\\[nr])*/y;
const SHORTEST_RUN = 40;
/** The base64 goes on to the left, unless that is the letter of a written line end. */
const INSIDE_BASE64 = /(?:^|[^\\])[A-Za-z0-9+/]$|\\[A-Zabd-mo-qs-z0-9+/]$/;
const LINE_END = /[ \t\r]*(?:\n|$)/y;

type Open = 'no' | 'before the first line' | 'after the first line';

interface Block {
  open: Open;
  /** What stood before BEGIN on its line. */
  opening: string;
}

interface Area {
  readonly text: string;
  readonly to: number;
  readonly report: Report;
}

interface KeyBlocks {
  mask(text: string, part: { from: number; to: number }, hits: Hits, report: Report): void;
  /** The text ended inside a key. */
  isOpen(): boolean;
}

/** Private keys, line by line: whole, cut off at either end, or written into one line of JSON. */
export function createKeyBlocks(): KeyBlocks {
  const block: Block = { open: 'no', opening: '' };
  const mask: KeyBlocks['mask'] = (text, { from, to }, hits, report) => {
    const area = { text, to, report };
    maskHunkLines(area, hits.keyBlock ?? []);
    let at = maskLines(area, from, block);
    while (at < to && hits.keyBlock) {
      TRIGGER.lastIndex = at;
      const found = TRIGGER.exec(text);
      if (found === null || found.index >= to) return;
      const { marker, putty, hunk } = found.groups ?? {};
      const after = found.index + found[0].length;
      if (hunk !== undefined) {
        Object.assign(block, { open: 'before the first line', opening: '' } satisfies Block);
        at = maskLines(area, after, block);
      } else if (marker === undefined && putty === undefined) at = maskSigned(area, found.index, block);
      else if (putty !== undefined || marker?.includes('BEGIN')) {
        const before = text.slice(Math.max(0, found.index - 200), found.index);
        block.opening = before.slice(before.lastIndexOf('\n') + 1);
        at = maskAfterBegin(area, after, block);
      } else {
        maskBeforeEnd(area, found.index, at);
        at = after;
      }
    }
  };
  return { mask, isOpen: () => block.open !== 'no' };
}

function maskHunkLines({ text, report }: Area, hits: readonly Hit[]): void {
  for (const { index, text: found } of hits) {
    if (found !== HUNK_START || (index > 0 && text[index - 1] !== '\n')) continue;
    const line = text.slice(index, Math.min(lineAt(text, index).lineEnd, index + 160));
    const shown = HUNK_LINE.exec(line)?.[1];
    if (shown !== undefined && MIXED.test(shown))
      report(index + line.lastIndexOf(shown), index + line.lastIndexOf(shown) + shown.length);
  }
}

/** Masks the lines of an open block; returns where it ends. */
function maskLines({ text, to, report }: Area, from: number, block: Block): number {
  let at = from;
  while (at < to && block.open !== 'no') {
    const { lineEnd, next } = lineAt(text, at);
    const isFirst = block.open === 'before the first line';
    const isHeader = isFirst && HEADER.test(text.slice(at, at + 80));
    const line = isHeader ? undefined : readKeyLine(text, at, lineEnd, { opening: block.opening, isFirst });
    const isGap = isHeader || NOTHING_MORE.test(text.slice(at, Math.min(lineEnd, at + 200)));
    if (markerBetween(text, at, lineEnd) !== undefined || (line === undefined && !isGap)) {
      block.open = 'no';
      return at;
    }
    if (line !== undefined) {
      // Of a plain block one mask stays; the lines after it go with their line ends.
      if (!line.isAlone || isFirst) report(line.start, line.end);
      else report(at, next, '');
      block.open = 'after the first line';
    }
    at = next;
  }
  return at;
}

/** What follows a BEGIN: the rest of its line, if the key is written there, or the next lines. */
function maskAfterBegin(area: Area, at: number, block: Block): number {
  const { text, report } = area;
  const { lineEnd, next } = lineAt(text, at);
  const marker = markerBetween(text, at, lineEnd);
  if (marker !== undefined) {
    reportInline(text, at, marker, report);
    return marker;
  }
  if (NOTHING_MORE.test(text.slice(at, Math.min(lineEnd, at + 200)))) {
    block.open = 'before the first line';
    return maskLines(area, next, block);
  }
  const end = at + (matchAt(INLINE, text, at)?.[0].length ?? 0);
  reportInline(text, at, end, report);
  if (end < lineEnd) return end;
  block.open = 'after the first line';
  return maskLines(area, next, block);
}

/** A key that its own encoding gives away, with or without a BEGIN before it. */
function maskSigned(area: Area, at: number, block: Block): number {
  const { text, report } = area;
  const before = text.slice(Math.max(0, at - 2), at);
  const run = matchAt(WRITTEN_BASE64, text, at)?.[0] ?? '';
  const isKey = !run.startsWith(ENCODED_BEGIN) || isEncodedPrivateKey(run);
  if (!isKey || run.length < SHORTEST_RUN || INSIDE_BASE64.test(before)) return at + run.length;
  report(at, trimmedWrittenEnd(text, at, at + run.length, ''));
  const rest = matchAt(LINE_END, text, at + run.length);
  if (rest === null) return at + run.length;
  block.open = 'after the first line';
  block.opening = '';
  return maskLines(area, at + run.length + rest[0].length, block);
}

/** The key lines before an END without a BEGIN. */
function maskBeforeEnd({ text, report }: Area, marker: number, earliest: number): void {
  const end = trimmedWrittenEnd(text, earliest, marker, ' \t');
  const start = startOfBase64(text, end, earliest);
  if (end - start >= 16) report(start, end);
  if (start < end || text[end - 1] !== '\n' || end - 1 < earliest) return;
  const lineStart = text.lastIndexOf('\n', end - 2) + 1;
  const top = lineStart < earliest ? undefined : keyTail(text, { lineStart, lineEnd: end - 1, earliest });
  if (top !== undefined) report(top, end - 1);
}

function lineAt(text: string, at: number): { lineEnd: number; next: number } {
  const newline = text.indexOf('\n', at);
  return newline === -1
    ? { lineEnd: text.length, next: text.length }
    : { lineEnd: newline, next: newline + 1 };
}

function markerBetween(text: string, from: number, to: number): number | undefined {
  const line = text.slice(from, to);
  const found = line.includes('PRIVATE KEY') ? MARKER_ON_LINE.exec(line) : null;
  return found === null ? undefined : from + found.index;
}

/** What lies between, without the written line ends at its edges, if a piece of it is long enough to be a key. */
function reportInline(text: string, from: number, to: number, report: Report): void {
  const inside = text.slice(from, to);
  if (!RUN.test(inside.replaceAll(/\\[nrt]/g, ' '))) return;
  const leading = /^(?:\\[nrt]?|[\s"'`+,])*/.exec(inside)?.[0].length ?? 0;
  report(from + leading, trimmedWrittenEnd(text, from + leading, to, ' \t"\'`,\\'));
}
