import { isAlphanumeric } from './boundaries.ts';

const LONGEST_NAME = 80;
const DOLLAR = 36;
const DASH = 45;
const DOT = 46;
const UNDERSCORE = 95;

const isMark = (code: number): boolean => code === DASH || code === DOT || code === DOLLAR;
const isNameCharacter = (code: number): boolean =>
  isAlphanumeric(code) || code === UNDERSCORE || isMark(code);

/** Where the name begins that has a letter at this place. */
export function nameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  while (start < at && isMark(text.charCodeAt(start))) start++;
  // The n of a written line end is no letter of the name after it.
  return start < at && text[start - 1] === '\\' && 'nrt'.includes(text.charAt(start)) ? start + 1 : start;
}

/** Where the name ends that goes on up to this place. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++;
  while (end > at && isMark(text.charCodeAt(end - 1))) end--;
  return end;
}
