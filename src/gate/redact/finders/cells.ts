/** Where a cell of a table stands, without the blanks around it. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

/** The cells of a line; a sign in quotes parts nothing. */
export function cellsOf(text: string, from: number, to: number, sign: string): Cell[] {
  const cells: Cell[] = [];
  let start = from;
  let quote = '';
  let isBlank = true;
  for (let at = from; at < to; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === sign) {
      cells.push(trimmed(text, start, at));
      start = at + 1;
      isBlank = true;
      continue;
    } else if (isBlank && (character === '"' || character === "'")) quote = character;
    isBlank &&= character === ' ';
  }
  cells.push(trimmed(text, start, to));
  return cells;
}

function trimmed(text: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13;
