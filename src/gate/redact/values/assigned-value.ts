import type { Separation } from '../finders/separators.ts';
import { matchAt, trimmedEnd } from '../scan/boundaries.ts';

export interface AssignedValue {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** The character after it. */
  readonly next: string;
  /** It was read only as far as it is judged. */
  readonly isCut?: boolean;
}

const LITERAL_PREFIX =
  /(?:[bBrRuUfFLN@$]{1,2}(?=["'`])|(?:Some|Ok|Just|String::from|SecretStr|Secret)\((?=["'`])|\[[ \t]*(?=["'`])|\{(?=[^{}\s"'<>]{6,80}\}[;"'])|!![a-z]+[ \t]+)?/y;
const OPENING = /"""|'''|\\{0,7}["'`]|&quot;|&#3[49];|%2[27]|\\u0022/y;
const MAY_BE_PREFIX = 'bBrRuUfFLN@$SOJ[{!';
const MAY_OPEN = '"\'`\\&%';
const UNTIL: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\n]|\\.){0,4096}/y,
  "'": /(?:[^'\\\n]|\\.){0,4096}/y,
  '`': /(?:[^`\\\n]|\\.){0,4096}/y,
};
const ELEMENT_TEXT = /[^<\n]{1,1024}/y;
/** Unquoted values are judged by this much; what follows is masked too if they are secrets. */
const LONGEST_BARE = 256;
const BARE = /[^\s"'`<>]{1,256}/y;
const REST_OF_BARE = /[^\s"'`<>,;&]*/y;
/** A comma, semicolon or ampersand ends a value only where something new begins after it. */
const ENDS_BARE =
  /\\+[nrt"']|%0[AD]|%2[26]|&(?:amp|quot|lt|gt|#\d+);|[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]|[,;&|](?=$|[\\{}[\]]|[\w.$ -]{1,40}(?:[=:]|%3D))/;
const TRAILING = '.,;:|\\';

/** Reads the value that begins at a separation: quoted in whatever way, up to a tag, or up to a space. */
export function readValue(
  text: string,
  { at, isElement, isNextLine }: Separation,
): AssignedValue | undefined {
  if (isElement) {
    const inner = matchAt(ELEMENT_TEXT, text, at)?.[0].length ?? 0;
    const end = trimmedEnd(text, at, at + inner, ' \t\r]>');
    return text.startsWith('</', at + inner) ? { start: at, end, isQuoted: true, next: '<' } : undefined;
  }
  const start =
    at + (MAY_BE_PREFIX.includes(text.charAt(at)) ? (matchAt(LITERAL_PREFIX, text, at)?.[0].length ?? 0) : 0);
  const opening = MAY_OPEN.includes(text.charAt(start)) ? matchAt(OPENING, text, start)?.[0] : undefined;
  const value =
    opening === undefined ? readBare(text, start) : readQuoted(text, start + opening.length, opening);
  if (!isNextLine || value === undefined) return value;
  const isEntry = !value.isQuoted && /[\w"'][:=]/.test(text.slice(value.start, value.end));
  return isEntry || !endsLine(text, value.end) ? undefined : value;
}

function readQuoted(text: string, start: number, quote: string): AssignedValue | undefined {
  const pattern = UNTIL[quote];
  if (pattern === undefined) {
    const near = text.slice(start, start + 2048);
    const closing = near.indexOf(quote);
    const newline = near.indexOf('\n');
    if (closing === -1 || (newline !== -1 && newline < closing)) return readBare(text, start);
    return { start, end: start + closing, isQuoted: true, next: quote };
  }
  const end = start + (matchAt(pattern, text, start)?.[0].length ?? 0);
  return text[end] === quote ? { start, end, isQuoted: true, next: quote } : readBare(text, start);
}

function readBare(text: string, start: number): AssignedValue | undefined {
  const run = matchAt(BARE, text, start)?.[0];
  if (run === undefined) return undefined;
  const cut = start + (ENDS_BARE.exec(run)?.index ?? run.length);
  // Three dots at the end say that something was left out: they stay, so that it is no secret.
  const isShortened = text.startsWith('...', cut - 3);
  const trimmed = isShortened ? cut : withoutClosers(text, start, trimmedEnd(text, start, cut, TRAILING));
  const value = text.slice(start, trimmed);
  const end = start + value.length;
  return { start, end, isQuoted: false, next: text.charAt(end), isCut: value.length === LONGEST_BARE };
}

/** Where the secret really ends. */
export const endOfValue = (text: string, { end, isCut }: AssignedValue): number =>
  isCut ? end + (matchAt(REST_OF_BARE, text, end)?.[0].length ?? 0) : end;

/** A bracket at the end belongs to what is around the value, unless the value opens it. */
function withoutClosers(text: string, start: number, end: number): number {
  const closed = trimmedEnd(text, start, end, ')]}');
  if (closed === end || /[([{]/.test(text.slice(start, closed))) return end;
  return trimmedEnd(text, start, closed, TRAILING);
}

const LINE_REST = /["'`,;)\\]*[ \t\r]*(?:\n|$|<)/y;

const endsLine = (text: string, at: number): boolean => matchAt(LINE_REST, text, at) !== null;
