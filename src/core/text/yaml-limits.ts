/** A workflow of 200 steps has about 4000 of them. */
export const MOST_PARTS = 10_000;
export const MOST_BYTES = 262_144;

/**
 * How many parts a text of YAML can have at most: each begins or ends with one of these. For each of them the parser takes
 * long, and for many of the same far longer, so they are counted before it begins.
 */
export function partsIn(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at++) if (MARKS.has(text.charCodeAt(at))) parts++;
  return parts;
}

const MARKS = new Set([...'\n\r,[]{}:-?!&*"\''].map((mark) => mark.charCodeAt(0)));
