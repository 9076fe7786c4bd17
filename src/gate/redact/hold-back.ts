import { readWithoutEscapes } from './escapes.ts';
import { isPossibleKeyLine } from './key-lines.ts';

const LOOKED_AT = 240;
/** More lines than the finders read on from; a line too many costs only a little patience. */
const EXPECTS_VALUE =
  /(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|cookie)[\w$.-]*.{0,12}(?:[:=]|=>|>)[ \t]*(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t\r]*$/i;
const NAMES_SECRET = /(?:name|key)["']?[ \t]*[:=].*(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw)/i;

/** Whether the line can only be judged together with the next: a name without its value, or base64 of a key. */
export function holdsBack(text: string, lineStart: number, lineEnd: number): boolean {
  if (isPossibleKeyLine(text, lineStart, lineEnd)) return true;
  const line = text.slice(Math.max(lineStart, lineEnd - LOOKED_AT), lineEnd);
  const readings = readWithoutEscapes(line);
  if (readings === undefined) return expectsValue(line);
  return expectsValue(readings.shown.text) || expectsValue(readings.spaced.text);
}

const expectsValue = (line: string): boolean => EXPECTS_VALUE.test(line) || NAMES_SECRET.test(line);
