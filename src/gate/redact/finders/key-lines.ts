import { isAlphanumeric, trimmedWrittenEnd } from '../scan/boundaries.ts';

/** The part of a line that belongs to a key's base64, or nothing if the line has none. */
export interface KeyLine {
  readonly start: number;
  readonly end: number;
  /** Nothing else but spaces stands on the line. */
  readonly isAlone: boolean;
}

const SUFFIX = ' \t\r"\'`,;)\\';
const MARGIN = /^[^A-Za-z]{0,80}$/;
const LAST_LINE = /^(?:.{4})+$|^=.{4}$/;
const IS_WORD = /^[A-Z]?[a-z]+$/;
const UNLIKE_WORDS = /[0-9+=]|[a-z][A-Z]{2}/;
/** As the lines of a key, and no word. */
export const MIXED = /^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9+/=])/;

/**
 * Finds the base64 at the end of a line of an open block. Before it may stand a quote, a diff sign, a line number
 * or what stood before BEGIN (`opening`), such as the prefix of a log.
 */
export function readKeyLine(
  text: string,
  lineStart: number,
  lineEnd: number,
  { opening, isFirst }: { opening: string; isFirst: boolean },
): KeyLine | undefined {
  const end = withoutSuffix(text, lineStart, lineEnd);
  const rest = text.slice(end, Math.min(lineEnd, end + 80));
  // A diff's plus sign is base64 too.
  const earliest = text.startsWith(opening, lineStart) ? lineStart + opening.length : lineStart;
  const start = startOfBase64(text, end, Math.min(earliest, end));
  const prefix = text.slice(lineStart, start);
  if (!MARGIN.test(prefix) && withoutDigits(prefix) !== withoutDigits(opening)) return undefined;
  const run = text.slice(start, Math.min(end, start + 80));
  const isLong = end - start >= 16 && (isFirst ? UNLIKE_WORDS : MIXED).test(run);
  const isLastLine = !isFirst && LAST_LINE.test(run) && !IS_WORD.test(run);
  if (!isLong && !isLastLine) return undefined;
  return { start, end, isAlone: prefix.trim() === '' && rest.trim() === '' };
}

/** Without the quote, comma or plus after a line that is a string in a program. */
function withoutSuffix(text: string, lineStart: number, lineEnd: number): number {
  const end = trimmedWrittenEnd(text, lineStart, lineEnd, SUFFIX);
  const isSum = text[end - 1] === '+' && ` \t"'\``.includes(text.charAt(end - 2) || 'x');
  return isSum ? trimmedWrittenEnd(text, lineStart, end - 1, SUFFIX) : end;
}

/** Numbers of lines grow longer. */
const withoutDigits = (prefix: string) => prefix.replace(/\d+/g, '0');

/** Where the base64 that ends at `end` begins; a written line end inside it belongs to it. */
export function startOfBase64(text: string, end: number, earliest: number): number {
  let start = end;
  while (start > earliest && isBase64OrBackslash(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Also + / = and the backslash of a written line end. */
const isBase64OrBackslash = (code: number): boolean =>
  isAlphanumeric(code) || code === 43 || code === 47 || code === 61 || code === 92;

const FULL_LINE = /^-?[ \t]*[A-Za-z0-9+/]{60,80}={0,2}[ \t\r]*$/;
const SHORT_LINE = /^-?[ \t]*=?[A-Za-z0-9+/]{1,80}={0,3}[ \t\r]*$/;

/** Whether the line could belong to a key whose beginning is missing and whose end is still to come. */
export function mayBeKeyLine(text: string, lineStart: number, lineEnd: number): boolean {
  return keyTail(text, { lineStart, lineEnd, earliest: 0, isNearestEnough: true }) !== undefined;
}

interface TailSearch {
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly earliest: number;
  /** Stop at the first full line instead of going up to the top. */
  readonly isNearestEnough?: boolean;
}

/** Where the base64 lines begin that end here: full lines, then at most two short ones (the last, a checksum). */
export function keyTail(text: string, search: TailSearch): number | undefined {
  const { earliest, isNearestEnough = false } = search;
  let from = search.lineStart;
  let to = search.lineEnd;
  let top: number | undefined;
  for (let shortLines = 0; shortLines <= 2; ) {
    const line = to - from <= 100 ? text.slice(from, to) : '';
    if (FULL_LINE.test(line)) top = from;
    else if (top === undefined && SHORT_LINE.test(line)) shortLines++;
    else break;
    if (from <= earliest || (isNearestEnough && top !== undefined)) break;
    to = from - 1;
    from = text.lastIndexOf('\n', to - 1) + 1;
    if (from < earliest) break;
  }
  return top;
}
