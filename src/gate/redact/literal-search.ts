interface Hit {
  readonly index: number;
  readonly literal: string;
}

/**
 * Finds the next of many literals. A regular expression with hundreds of them costs ten times as much: it tries
 * them all at every letter, where two letters in a table already rule out nearly every place.
 */
export function createLiteralSearch(
  literals: readonly string[],
): (text: string, from: number) => Hit | undefined {
  const short = literals.find((literal) => literal.length < 2 || !/^[\x20-\x7e]+$/.test(literal));
  if (short !== undefined) throw new Error(`A literal to search for needs two plain letters: ${short}`);
  const lists: string[][] = [[]];
  /** First two letters -> number of their list; 0 for none. */
  const listOf = new Uint16Array(LETTERS * LETTERS);
  /** Which third letters a list has. */
  const thirds = new Uint8Array(LETTERS * (literals.length + 1));
  // The longer first: one may be the beginning of another.
  for (const literal of [...new Set(literals)].sort((a, b) => b.length - a.length)) {
    const pair = literal.charCodeAt(0) * LETTERS + literal.charCodeAt(1);
    if (listOf[pair] === 0) listOf[pair] = lists.push([]) - 1;
    const list = listOf[pair] ?? 0;
    lists[list]?.push(literal);
    if (literal.length === 2) thirds.fill(1, list * LETTERS, (list + 1) * LETTERS);
    else thirds[list * LETTERS + literal.charCodeAt(2)] = 1;
  }
  return (text, from) => {
    for (let index = from; index + 1 < text.length; index++) {
      const first = text.charCodeAt(index);
      const second = text.charCodeAt(index + 1);
      if (first >= LETTERS || second >= LETTERS) continue;
      const list = listOf[first * LETTERS + second] ?? 0;
      if (list === 0) continue;
      const third = index + 2 < text.length ? text.charCodeAt(index + 2) : 0;
      if (third < LETTERS && thirds[list * LETTERS + third] !== 1) continue;
      for (const literal of lists[list] ?? []) if (text.startsWith(literal, index)) return { index, literal };
    }
    return undefined;
  };
}

const LETTERS = 128;

/** Whether letters, digits, `_` and `-` stand together `length` times somewhere; looks at one in `length` of them first. */
export function hasRun(text: string, from: number, length: number): boolean {
  for (let at = from + length - 1; at < text.length; ) {
    let start = at;
    while (start >= from && at - start < length && isTokenLetter(text.charCodeAt(start))) start--;
    if (at - start >= length) return true;
    at = start + length;
  }
  return false;
}

const isTokenLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  code === 45;
