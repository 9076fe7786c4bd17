import { readWithoutEscapes } from './escapes.ts';
import { mayBeKeyLine } from './key-lines.ts';

const LOOKED_AT = 480;
/** More lines than the finders read on from; a line too many costs only a little patience. */
const EXPECTS_VALUE =
  /(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)[\w$.-]{0,80}.{0,64}(?:[:=>-]|%3[DA]|[ \t])[ \t]{0,40}(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t]{0,40}\r?$/i;
const NAMES_SECRET =
  /(?:name|key)\\{0,7}["']?[ \t]*[:=].{0,200}(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)/i;

/** Whether the line can only be judged together with the next: a name without its value, or base64 of a key. */
export function holdsBack(text: string, lineStart: number, lineEnd: number): boolean {
  const readings = readWithoutEscapes(text.slice(startOfLinesBefore(text, lineStart), lineEnd));
  if (readings === undefined) {
    const line = text.slice(Math.max(lineStart, lineEnd - LOOKED_AT), lineEnd);
    return mayBeKeyLine(text, lineStart, lineEnd) || expectsValue(line);
  }
  const { shown, spaced } = readings;
  const shownStart = shown.text.lastIndexOf('\n') + 1;
  return (
    mayBeKeyLine(shown.text, shownStart, shown.text.length) ||
    expectsValue(lastLine(shown.text)) ||
    (spaced !== undefined && expectsValue(lastLine(spaced.text)))
  );
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1).slice(-LOOKED_AT);

/** Two lines more: the last lines of a key are judged by the full line before them. */
function startOfLinesBefore(text: string, lineStart: number): number {
  const previous = lineStart === 0 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1;
  return previous === 0 ? 0 : text.lastIndexOf('\n', previous - 2) + 1;
}

const expectsValue = (line: string): boolean => EXPECTS_VALUE.test(line) || NAMES_SECRET.test(line);
