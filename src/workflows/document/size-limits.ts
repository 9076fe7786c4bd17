/** A workflow of 200 steps has about 4000 of them. */
export const MOST_PARTS = 10_000;
export const MOST_BYTES = 262_144;
const DEEPEST = 64;

/**
 * How many parts a text of YAML can have at most: each begins with one of these. The parser takes long for each, so
 * they are counted before it begins.
 */
export function partsIn(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at++) if (MARKS.has(text.charCodeAt(at))) parts++;
  return parts;
}

const MARKS = new Set([...'\n\r,[{:-?'].map((mark) => mark.charCodeAt(0)));

/** Whether data is nested deeper than anything a person writes; what walks through it later calls itself. */
export function isTooDeep(content: unknown): boolean {
  let level: unknown[] = [content];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
