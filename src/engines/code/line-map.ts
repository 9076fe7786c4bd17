import { packPosition, type Range } from './facts.ts';

/** Turns offsets into lines and columns, both from 1. */
export interface LineMap {
  readonly lines: number;
  lineAt(offset: number): number;
  packed(offset: number): number;
  range(start: number, end: number): Range;
  startOf(line: number): number;
}

export function createLineMap(text: string): LineMap {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const indexOf = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const columnAt = (offset: number, index: number): number => offset - (starts[index] ?? 0) + 1;
  return {
    // A last line end begins no line.
    lines: text === '' ? 0 : starts.length - (text.endsWith('\n') ? 1 : 0),
    lineAt: (offset) => indexOf(offset) + 1,
    packed: (offset) => {
      const index = indexOf(offset);
      return packPosition(index + 1, columnAt(offset, index));
    },
    range: (start, end) => {
      const [first, last] = [indexOf(start), indexOf(end)];
      return {
        line: first + 1,
        column: columnAt(start, first),
        endLine: last + 1,
        endColumn: columnAt(end, last),
      };
    },
    startOf: (line) => starts[line - 1] ?? text.length,
  };
}
