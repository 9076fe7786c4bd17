/** The last part of the shortest token that has parts between points and no beginning of its own. */
const LONGEST_PART = 27;
const MIDDLE_PART = 6;
const POINT = 46;

const IS_TOKEN_LETTER = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  IS_TOKEN_LETTER[letter.charCodeAt(0)] = 1;

/** Whether a long run of token letters stands after a short one, `.AbC1_d.`; looks at one in 27 bytes first. */
export function hasSegments(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + LONGEST_PART - 1; at < to; ) {
    let start = at;
    while (start >= from && at - start < LONGEST_PART && IS_TOKEN_LETTER[bytes[start] ?? 0] === 1) start--;
    if (at - start < LONGEST_PART) {
      at = start + LONGEST_PART;
      continue;
    }
    let first = start;
    while (first >= from && IS_TOKEN_LETTER[bytes[first] ?? 0] === 1) first--;
    if (bytes[first] === POINT && bytes[first - MIDDLE_PART - 1] === POINT) return true;
    let end = at;
    while (end < to && IS_TOKEN_LETTER[bytes[end] ?? 0] === 1) end++;
    at = end + LONGEST_PART;
  }
  return false;
}
