import { keyTail, readKeyLine, startOfBase64 } from './key-lines.ts';
import { ENCODED_BEGIN, isEncodedPrivateKey, KEY_SIGNATURES } from './key-signatures.ts';
import type { Report } from './spans.ts';

const MARKER = String.raw`-{4,5} ?(?:BEGIN|END) (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}`;
const TRIGGER = new RegExp(
  `(?<marker>${MARKER})|(?<putty>^Private-Lines: \\d+)|(?:${KEY_SIGNATURES.join('|')}|${ENCODED_BEGIN})`,
  'gm',
);
const MARKER_ON_LINE = new RegExp(MARKER);
const HEADER = /^[^A-Za-z]{0,40}[A-Z][A-Za-z-]{2,20}: /;
const NOTHING_MORE = /^(?:\\+[nr]|[\s"'`+,;\\)|>-])*$/;
const INLINE = /(?:\\+[nr]|[A-Za-z0-9+/=_ \t:,.-])*/y;
const RUN = /[A-Za-z0-9+/=]{24,}/g;
const WRITTEN_BASE64 = /(?:[A-Za-z0-9+/=]|\\[nr])*/y;
const SHORTEST_RUN = 40;
const BASE64 = /[A-Za-z0-9+/=]/;

type Open = 'no' | 'before the first line' | 'after the first line';

/** Private keys, line by line: whole, cut off at either end, or written into one line of JSON. */
export function createKeyBlocks(): (text: string, from: number, to: number, report: Report) => void {
  let open: Open = 'no';
  let opening = '';

  /** Masks the lines of an open block; returns where it ends. */
  function consumeLines(text: string, from: number, to: number, report: Report): number {
    let at = from;
    while (at < to && open !== 'no') {
      const newline = text.indexOf('\n', at);
      const lineEnd = newline === -1 ? text.length : newline;
      const marker = markerBetween(text, at, lineEnd);
      if (marker !== undefined) {
        open = 'no';
        return at;
      }
      const next = newline === -1 ? text.length : newline + 1;
      const line = readKeyLine(text, at, lineEnd, opening);
      const isHeader = open === 'before the first line' && HEADER.test(text.slice(at, at + 80));
      if (line !== undefined && !isHeader) {
        // Of a plain block one mask stays; the lines after it go with their line ends.
        if (!line.isAlone || open === 'before the first line') report(line.start, line.end);
        else report(at, next, '');
        open = 'after the first line';
      } else if (!isHeader && !NOTHING_MORE.test(text.slice(at, Math.min(lineEnd, at + 200)))) {
        open = 'no';
        return at;
      }
      at = next;
    }
    return at;
  }

  function begin(text: string, at: number, to: number, report: Report): number {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 ? text.length : newline;
    const marker = markerBetween(text, at, lineEnd);
    if (marker !== undefined) {
      reportRuns(text, at, marker.index, report);
      return marker.index;
    }
    if (NOTHING_MORE.test(text.slice(at, Math.min(lineEnd, at + 200)))) {
      open = 'before the first line';
      return consumeLines(text, newline === -1 ? text.length : newline + 1, to, report);
    }
    INLINE.lastIndex = at;
    const end = at + (INLINE.exec(text)?.[0].length ?? 0);
    reportRuns(text, at, end, report);
    if (end < lineEnd) return end;
    open = 'after the first line';
    return consumeLines(text, newline === -1 ? text.length : newline + 1, to, report);
  }

  function signature(text: string, at: number, to: number, report: Report): number {
    const previous = text[at - 1];
    const isInsideRun =
      previous !== undefined && BASE64.test(previous) && !/[=]|\\[nr]$/.test(text.slice(at - 2, at));
    WRITTEN_BASE64.lastIndex = at;
    const run = WRITTEN_BASE64.exec(text)?.[0] ?? '';
    const isKey = !run.startsWith(ENCODED_BEGIN) || isEncodedPrivateKey(run);
    if (isInsideRun || run.length < SHORTEST_RUN || !isKey) return at + Math.max(1, run.length);
    const end = at + run.replace(/(?:\\[nr])+$/, '').length;
    report(at, end);
    const lineEnd = /[ \t\r]*(?:\n|$)/y;
    lineEnd.lastIndex = at + run.length;
    const rest = lineEnd.exec(text);
    if (rest === null) return at + run.length;
    open = 'after the first line';
    opening = '';
    return consumeLines(text, lineEnd.lastIndex, to, report);
  }

  return (text, from, to, report) => {
    let at = consumeLines(text, from, to, report);
    while (at < to) {
      TRIGGER.lastIndex = at;
      const found = TRIGGER.exec(text);
      if (found === null || found.index >= to) return;
      const { marker, putty } = found.groups ?? {};
      const after = found.index + found[0].length;
      if (marker === undefined && putty === undefined) at = signature(text, found.index, to, report);
      else if (putty !== undefined || marker?.includes('BEGIN')) {
        opening = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index).slice(-200);
        at = begin(text, after, to, report);
      } else {
        reportTail(text, found.index, at, report);
        at = after;
      }
    }
  };
}

function markerBetween(text: string, from: number, to: number): { index: number } | undefined {
  const line = text.slice(from, to);
  const found = line.includes('PRIVATE KEY') ? MARKER_ON_LINE.exec(line) : null;
  return found === null ? undefined : { index: from + found.index };
}

/** From the first to the last piece that is long enough to be key material. */
function reportRuns(text: string, from: number, to: number, report: Report): void {
  const runs = [...text.slice(from, to).matchAll(RUN)];
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return;
  report(from + first.index, from + last.index + last[0].length);
}

/** The key lines before an END without a BEGIN. */
function reportTail(text: string, marker: number, earliest: number, report: Report): void {
  const lineStart = Math.max(earliest, text.lastIndexOf('\n', marker) + 1);
  const inline = text.slice(Math.max(lineStart, marker - 4), marker).replace(/(?:\\+[nr]|\s)+$/, '');
  const end = marker - (Math.min(4, marker - lineStart) - inline.length);
  const start = startOfBase64(text, end, lineStart);
  if (end - start >= 16) return report(start, end);
  if (lineStart === 0 || lineStart <= earliest) return;
  const previousStart = Math.max(earliest, text.lastIndexOf('\n', lineStart - 2) + 1);
  const top = keyTail(text, { lineStart: previousStart, lineEnd: lineStart - 1, earliest });
  if (top !== undefined) report(top, lineStart - 1);
}
