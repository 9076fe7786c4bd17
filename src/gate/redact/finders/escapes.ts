import type { Literal } from '../scan/literal.ts';

/** Begins every sequence that is not written out. */
export const ESC = String.fromCharCode(0x1b);
const BEL = String.fromCharCode(0x07);

/** Colours and the like; also as JSON, C and shell write them, since tool output arrives quoted. */
const CONTROL_SEQUENCE = String.raw`${ESC}\[[0-?]{0,32}[ -/]{0,4}[@-~]|${ESC}[()][0-9A-B]`;
const WRITTEN_SEQUENCE = String.raw`(?:\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[[0-9;]{0,16}[A-Za-z]`;
export const ESCAPE_LITERALS = ['\\u001b[', '\\u001B[', '\\x1b[', '\\x1B[', '\\033[', '\\e[', '^[['].map(
  (text): Literal => ({ layer: 'escape', text }),
);
const TITLE_OR_LINK = `${ESC}\\][^${ESC}${BEL}\\n]{0,2048}(?:${BEL}|${ESC}\\\\)`;

const ANY = new RegExp(`${ESC}|${WRITTEN_SEQUENCE}`);
const VISIBLE_ONLY = new RegExp(`${CONTROL_SEQUENCE}|${WRITTEN_SEQUENCE}|${TITLE_OR_LINK}`, 'g');
// A link carries a URL, and a URL may carry a password: links are left readable here.
const COLOURS_ONLY = new RegExp(`${CONTROL_SEQUENCE}|${WRITTEN_SEQUENCE}`, 'g');

/** Without its colours a line would run two words together, or hide a link. */
const JOINED = new RegExp(`[A-Za-z0-9](?:${CONTROL_SEQUENCE}|${WRITTEN_SEQUENCE}){1,4}[A-Za-z0-9]|${ESC}\\]`);

/** A reading of a text, and where each of its characters stands in the original. */
export interface Reading {
  readonly text: string;
  toOriginal(index: number): number;
  fromOriginal(index: number): number;
}

const same = (index: number): number => index;
export const readAsIs = (text: string): Reading => ({ text, toOriginal: same, fromOriginal: same });

/**
 * The text as a terminal shows it, for a token with colours in the middle, and the text with spaces instead of
 * colours, for a token whose neighbour differs only in colour: of that, only the lines where it makes a difference.
 * Nothing if there are no escape sequences.
 */
export function readWithoutEscapes(text: string): { shown: Reading; spaced?: Reading } | undefined {
  if (!ANY.test(text)) return undefined;
  const shown = cutOut(text, VISIBLE_ONLY);
  if (!JOINED.test(text)) return { shown };
  const lines = text
    .split('\n')
    .map((line) => (JOINED.test(line) ? line.replace(COLOURS_ONLY, blank) : blank(line)));
  return { shown, spaced: readAsIs(lines.join('\n')) };
}

const blank = (text: string): string => ' '.repeat(text.length);

/** The text without what the pattern finds. */
export function cutOut(text: string, pattern: RegExp): Reading {
  const cutAt: number[] = [];
  const removed: number[] = [];
  let total = 0;
  const shown = text.replace(pattern, (sequence, ...rest) => {
    // Sound: no groups, so the offset is the first of the rest.
    const offset = rest.find((item) => typeof item === 'number') as number;
    cutAt.push(offset - total);
    total += sequence.length;
    removed.push(total);
    return '';
  });
  return {
    text: shown,
    toOriginal: (index) => index + (removed[lastAtMost(cutAt, index)] ?? 0),
    fromOriginal: (index) => {
      const cuts = cutAt.map((at, i) => at + (removed[i - 1] ?? 0));
      const i = lastAtMost(cuts, index);
      const cut = cutAt[i];
      return cut === undefined ? index : Math.max(cut, index - (removed[i] ?? 0));
    },
  };
}

/** The index of the last item that is not above the limit, or -1. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
