/** So long a text V8 looks for by itself: what that may cost grows with its length, times that of the text. */
const LONGEST_PLAIN = 64;

/**
 * Where `wanted` stands in a text, as `indexOf` says it, in time by the length of both. V8 needs the product of them for
 * `'ab' + 'a'.repeat(m)` in `'a'.repeat(n)`, nothing can interrupt it, and everybody waits: whatever is looked for that
 * is not our own is looked for with this.
 */
export function findText(text: string, wanted: string, from = 0): number {
  if (wanted.length <= LONGEST_PLAIN) return text.indexOf(wanted, from);
  const start = text.indexOf(wanted.slice(0, LONGEST_PLAIN), from);
  if (start === -1 || start + wanted.length > text.length) return -1;
  return text.startsWith(wanted, start) ? start : findLong(text, wanted, start);
}

/** Whether it stands there anywhere. */
export const hasText = (text: string, wanted: string): boolean => findText(text, wanted) !== -1;

/** With each `wanted` replaced, as it is written. */
export const replaceText = (text: string, wanted: string, replacement: string): string =>
  splitText(text, wanted).join(replacement);

/** What stands before, between and behind each `wanted`; the whole text where nothing is wanted. */
export function splitText(text: string, wanted: string): string[] {
  if (wanted === '') return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = findText(text, wanted); at !== -1; at = findText(text, wanted, from)) {
    parts.push(text.slice(from, at));
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Knuth, Morris and Pratt: no character of the text is looked at again. */
function findLong(text: string, wanted: string, start: number): number {
  const borders = bordersOf(wanted);
  let fitting = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (fitting > 0 && wanted.charCodeAt(fitting) !== code) fitting = borders[fitting - 1] ?? 0;
    if (wanted.charCodeAt(fitting) === code) fitting++;
    if (fitting === wanted.length) return at + 1 - fitting;
  }
  return -1;
}

/** How much of its beginning each beginning of it ends with. */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at++) {
    const code = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === code) length++;
    borders[at] = length;
  }
  return borders;
}
