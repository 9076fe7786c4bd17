import type { Cut, CutText } from '../../core/text/cut-text.ts';

interface FoundLine {
  readonly text: string;
  /** The text before the first match; undefined for a line of context. */
  readonly lead: string | undefined;
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
}

/** A line as it is shown: a long one is cut around the match, and dots show where. */
export type ShowLine = (line: number, matchAt: number) => string;

/**
 * Lines that follow each other are judged together, as nobody sees of a line in the middle of a key what it is; where
 * the first of them could be such a line, with what stands before it in the file.
 */
export function cutRuns(
  lines: ReadonlyMap<number, FoundLine>,
  cut: CutText,
  textBefore: (offset: number) => string,
): ShowLine {
  const shown = new Map<string, string>();
  for (const { text, starts } of runsOf(lines, textBefore)) {
    // Each as context, and as a match where it is one.
    const wanted = [...starts].flatMap(([line, start]) => {
      const { text: own = '', lead } = lines.get(line) ?? {};
      const places = lead === undefined || lead.length === 0 ? [0] : [0, lead.length];
      return places.map((at) => ({ key: `${line} ${at}`, own, start, part: partAround(own, at) }));
    });
    const pieces = cut(
      text,
      wanted.map(({ start, part }) => ({ start: start + part.start, end: start + part.end })),
    );
    for (const [i, { key, own, part }] of wanted.entries())
      shown.set(key, `${part.start > 0 ? '…' : ''}${pieces[i] ?? ''}${part.end < own.length ? '…' : ''}`);
  }
  return (line, matchAt) => shown.get(`${line} ${matchAt}`) ?? '';
}

interface Run {
  readonly text: string;
  /** Where each line begins in the text. */
  readonly starts: ReadonlyMap<number, number>;
}

function runsOf(lines: ReadonlyMap<number, FoundLine>, textBefore: (offset: number) => string): Run[] {
  const runs: { text: string; starts: Map<number, number> }[] = [];
  let last = Number.NaN;
  for (const [number, { text, offset }] of [...lines].sort(([a], [b]) => a - b)) {
    const run = number === last + 1 ? runs.at(-1) : undefined;
    const lead = run ? `${run.text}\n` : mayBeKey(text) ? textBefore(offset) : '';
    if (run) {
      run.starts.set(number, lead.length);
      run.text = lead + text;
    } else runs.push({ text: lead + text, starts: new Map([[number, lead.length]]) });
    last = number;
  }
  return runs;
}

/** Nothing but one long word of base64. */
const KEY_LINE = /^(?:[\s"'>|#*+-]*[\s"'>|#*])?[A-Za-z0-9+/=_-]{32,}[\s"',;\\]*$/;
// Its beginning tells enough, and the stack of a regular expression overflows at about 5 MB.
const KEY_HEAD = 4096;
const mayBeKey = (line: string): boolean => KEY_LINE.test(line.slice(0, KEY_HEAD));

const LONGEST_LINE = 300;
const BEFORE_MATCH = 100;

function partAround(text: string, matchAt: number): Cut {
  if (text.length <= LONGEST_LINE) return { start: 0, end: text.length };
  const start = wholeFrom(text, Math.max(0, Math.min(matchAt - BEFORE_MATCH, text.length - LONGEST_LINE)));
  return { start, end: wholeFrom(text, Math.min(text.length, start + LONGEST_LINE)) };
}

/** Not between the two halves of a character. */
const wholeFrom = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
