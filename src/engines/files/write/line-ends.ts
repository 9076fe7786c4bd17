/** A text with plain line ends to search in, and the way back to the text as it is. */
export interface PlainView {
  readonly text: string;
  /** Offset in the text as it is. */
  toOriginal(offset: number): number;
  /** A new text with the line ends that stand around this place. */
  fit(text: string, offset: number): string;
}

export const toPlainLineEnds = (text: string): string => text.replaceAll('\r\n', '\n');

export function createPlainView(original: string): PlainView {
  if (!original.includes('\r\n')) {
    const hasLineEnds = original.includes('\n');
    return {
      text: original,
      toOriginal: (offset) => offset,
      fit: (text) => (hasLineEnds ? toPlainLineEnds(text) : text),
    };
  }
  const text = toPlainLineEnds(original);
  const returns = positionsOfReturns(original);
  return {
    text,
    toOriginal: (offset) => offset + countBelow(returns, offset),
    fit: (newText, offset) => {
      const next = text.indexOf('\n', offset);
      const near = next === -1 ? text.lastIndexOf('\n') : next;
      const isReturn = returns[countBelow(returns, near)] === near;
      return isReturn ? toPlainLineEnds(newText).replaceAll('\n', '\r\n') : toPlainLineEnds(newText);
    },
  };
}

/** Where in the plain text a line ends that ends with a carriage return in the original. */
function positionsOfReturns(original: string): number[] {
  const positions: number[] = [];
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    positions.push(at - positions.length);
  }
  return positions;
}

/** How many of the sorted numbers are below this one. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether every line of a text ends the way Windows ends them. */
export const hasOnlyReturns = (text: string): boolean =>
  text.includes('\r\n') && !toPlainLineEnds(text).includes('\r') && !/(?<!\r)\n/.test(text);
