/** What stands where a secret stood. */
export const MASK = '[REDACTED]';

/** The offsets of the masks in a text, in order. */
export function findMasks(text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(MASK); at !== -1; at = text.indexOf(MASK, at + MASK.length)) offsets.push(at);
  return offsets;
}

/**
 * Whether writing `after` in place of `before` would put a mask where a secret stood. A text that speaks of masks
 * has some of its own, so only more of them than before are new.
 */
export const addsMask = (before: string, after: string): boolean =>
  after.includes(MASK) && findMasks(after).length > findMasks(before).length;
