/** Where a piece of a text begins and ends. */
export interface Cut {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts pieces out of a text that is searched for secrets first: of one that reaches into a piece, a mask is left
 * there. Code that shows part of a text cuts it with this, or many small parts would show what no large one does.
 */
export type CutText = (text: string, pieces: readonly Cut[]) => readonly string[];

// More than a private key has; a value is judged by the name before it, and a table by its first line.
export const BEFORE = 16_384;
export const HEAD = 2048;
/** A token that begins in a piece ends within this. */
export const AFTER = 8192;

/** One piece, judged with what stands around it; the rest of a long text has no say in it. */
export function cutPiece(text: string, { start, end }: Cut, cut: CutText): string {
  // What is shown as a whole is searched as a whole when it leaves.
  if (start === 0 && end === text.length) return text;
  const head = start > BEFORE ? text.slice(0, text.lastIndexOf('\n', HEAD) + 1) : '';
  const from = lineStartNear(text, Math.max(0, start - BEFORE), start);
  const shift = head.length - from;
  const window = head + text.slice(from, end + AFTER);
  return cut(window, [{ start: start + shift, end: end + shift }])[0] ?? '';
}

/** Consecutive lines, judged together: a key has many of them, and none shows what it is. */
export function cutLines(lines: readonly string[], cut: CutText): readonly string[] {
  let at = 0;
  const pieces = lines.map(({ length }) => {
    const start = at;
    at += length + 1;
    return { start, end: start + length };
  });
  return cut(lines.join('\n'), pieces);
}

/** Half a line at the beginning could look like what it is not. */
function lineStartNear(text: string, from: number, before: number): number {
  if (from === 0) return 0;
  const next = text.indexOf('\n', from) + 1;
  return next > 0 && next < before && next - from < HEAD ? next : from;
}

/** The most of what stands before a piece that is looked at. */
export const leadOf = (text: string): string => (text.length > BEFORE ? text.slice(-BEFORE) : text);
