import { readWithoutEscapes } from './escapes.ts';
import { isPossibleKeyLine } from './key-lines.ts';

const LOOKED_AT = 480;
/** More lines than the finders read on from; a line too many costs only a little patience. */
const EXPECTS_VALUE =
  /(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)[\w$.-]{0,80}.{0,64}(?:[:=>-]|%3[DA]|[ \t])[ \t]{0,40}(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t]{0,40}\r?$/i;
const NAMES_SECRET =
  /(?:name|key)\\{0,7}["']?[ \t]*[:=].{0,200}(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)/i;

/** Whether the line can only be judged together with the next: a name without its value, or base64 of a key. */
export function holdsBack(text: string, lineStart: number, lineEnd: number): boolean {
  if (isPossibleKeyLine(text, lineStart, lineEnd)) return true;
  const readings = readWithoutEscapes(text.slice(lineStart, lineEnd));
  if (readings === undefined)
    return expectsValue(text.slice(Math.max(lineStart, lineEnd - LOOKED_AT), lineEnd));
  return (
    expectsValue(readings.shown.text.slice(-LOOKED_AT)) ||
    expectsValue(readings.spaced.text.slice(-LOOKED_AT))
  );
}

const expectsValue = (line: string): boolean => EXPECTS_VALUE.test(line) || NAMES_SECRET.test(line);
