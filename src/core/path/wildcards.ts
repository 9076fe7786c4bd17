/**
 * Whether a pattern goes up behind a wildcard: that may find a link, and what lies above one may be anywhere. In two looks,
 * since one expression for both takes the square of a line of wildcards.
 */
export function goesUpFromFound(text: string): boolean {
  const at = text.search(/[*?[(]/);
  return at !== -1 && /\/\.\.(\/|$)/.test(text.slice(at));
}

/** No path is longer on Linux: a pattern beyond that is no name of anything, and is not worth looking for. */
export const LONGEST_PATTERN = 4096;
