import { endsFrame } from './frames.ts';

/** A written line end, tab, code point or percent code before a token is no letter of it. */
const WRITTEN_CHARACTER = /(?:\\[abefnrtv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2})$/;

/** Whether a token may begin at `index`: no letter, digit or other character of `alsoNot` before it. */
export function startsToken(text: string, index: number, alsoNot = ''): boolean {
  if (index === 0) return true;
  if (!isAlphanumeric(text.charCodeAt(index - 1)))
    return !alsoNot.includes(text.charAt(index - 1)) || endsFrame(text, index);
  return mayEndWritten(text, index) && WRITTEN_CHARACTER.test(text.slice(Math.max(0, index - 6), index));
}

const [BACKSLASH, PERCENT] = [92, 37];

/** Most letters are just letters; where a written character begins is looked at first. */
const mayEndWritten = (text: string, index: number): boolean =>
  text.charCodeAt(index - 2) === BACKSLASH ||
  text.charCodeAt(index - 3) === PERCENT ||
  text.charCodeAt(index - 4) === BACKSLASH ||
  text.charCodeAt(index - 6) === BACKSLASH;

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isSmall = (code: number): boolean => code >= 97 && code <= 122;
export const isCapital = (code: number): boolean => code >= 65 && code <= 90;
export const isLetter = (code: number): boolean => isSmall(code) || isCapital(code);
export const isAlphanumeric = (code: number): boolean => isSmall(code) || isDigit(code) || isCapital(code);

/** The match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Where the text ends without the given characters and, on request, without written line ends. A pattern that
 * ends with `+$` would try every position before it: quadratic, and texts are hostile.
 */
export function trimmedEnd(text: string, start: number, end: number, characters: string): number {
  let at = end;
  while (at > start && characters.includes(text.charAt(at - 1))) at--;
  return at;
}

/** The same, and without the written line ends (`\n`) between them. */
export function trimmedWrittenEnd(text: string, start: number, end: number, characters: string): number {
  let at = trimmedEnd(text, start, end, characters);
  while (at - 2 >= start && text[at - 2] === '\\' && 'nrt'.includes(text.charAt(at - 1))) {
    at = trimmedEnd(text, start, at - 2, characters);
  }
  return at;
}
