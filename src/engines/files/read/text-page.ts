import { type CutText, cutPiece } from '../../../core/text/cut-text.ts';

/** What part of a text is asked for, and how much an answer holds. */
export interface PageOptions {
  readonly startLine: number;
  /** Where in that line; only a line longer than an answer needs it. */
  readonly startColumn: number;
  readonly maxLines: number;
  /** As UTF-8, which is how an answer travels. */
  readonly maxBytes: number;
  readonly cut: CutText;
}

export interface TextPage {
  readonly content: string;
  readonly truncated: boolean;
  /** Where the next page starts, if there is more. */
  readonly nextLine?: number;
  readonly nextColumn?: number;
}

/** The offsets at which lines start; a newline at the very end starts none. */
export function lineStarts(text: string): number[] {
  if (text === '') return [];
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** Whole lines as far as they fit; a line that fits no answer comes in parts. `lead` stands before the text. */
export function pageOf(text: string, starts: readonly number[], options: PageOptions, lead = ''): TextPage {
  const { from, ...page } = findPage(text, starts, options);
  const start = lead.length + from;
  const end = start + page.content.length;
  return { ...page, content: cutPiece(lead + text, { start, end }, options.cut) };
}

function findPage(
  text: string,
  starts: readonly number[],
  { startLine, startColumn, maxLines, maxBytes }: PageOptions,
): TextPage & { readonly from: number } {
  const at = (line: number): number => starts[line - 1] ?? text.length;
  const from = wholeCharacterAt(text, Math.min(at(startLine) + startColumn - 1, at(startLine + 1)));
  const lastLine = Math.min(startLine - 1 + maxLines, starts.length);
  const wanted = text.slice(from, at(lastLine + 1));
  if (wanted.length * 3 <= maxBytes || Buffer.byteLength(wanted) <= maxBytes)
    return { from, ...page(wanted, lastLine < starts.length && lastLine + 1) };
  const fitting = linesThatFit(text, from, { startLine, lastLine, maxBytes }, at);
  if (fitting >= startLine) return { from, ...page(text.slice(from, at(fitting + 1)), fitting + 1) };
  const part = startThatFits(wanted, maxBytes);
  const column = from - at(startLine) + part.length + 1;
  return { from, content: part, truncated: true, nextLine: startLine, nextColumn: column };
}

/** Never the second half of one. */
const wholeCharacterAt = (text: string, at: number): number =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;

const page = (content: string, next: number | false): TextPage =>
  next === false ? { content, truncated: false } : { content, truncated: true, nextLine: next };

/** The last line that fits completely, or the one before the first. */
function linesThatFit(
  text: string,
  from: number,
  { startLine, lastLine, maxBytes }: { startLine: number; lastLine: number; maxBytes: number },
  at: (line: number) => number,
): number {
  let line = startLine - 1;
  for (let bytes = 0; line < lastLine; line++) {
    bytes += Buffer.byteLength(text.slice(Math.max(from, at(line + 1)), at(line + 2)));
    if (bytes > maxBytes) break;
  }
  return line;
}

/** As many characters as fit, at least one, and never half of one. */
function startThatFits(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text.slice(0, maxBytes));
  let end = Math.min(maxBytes, bytes.length);
  // A byte that goes on with a character starts with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const start = bytes.toString('utf8', 0, end);
  return start === '' ? String.fromCodePoint(text.codePointAt(0) ?? 0) : start;
}
