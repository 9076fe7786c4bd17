import { endsInCodes } from '../finders/access-codes.ts';
import { readWithoutEscapes } from '../finders/escapes.ts';
import { ENDS_FOREIGN } from '../finders/foreign-names.ts';
import { mayBeKeyLine } from '../finders/key-lines.ts';

const LOOKED_AT = 480;
const LIST_LENGTH = 1200;
/** More lines than the finders read on from; a line too many costs only a little patience. */
const EXPECTS_VALUE =
  /(?:pass|assword|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)[\w$.-]{0,80}.{0,64}(?:[:=>-]\*{0,2}|%3[DA]|[ \t])[ \t]{0,40}(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t]{0,40}\r?(?:\n[ \t]{0,40}\r?)?$/i;
const NAMES_SECRET =
  /(?:name|key)\\{0,7}["']?[ \t]*[:=].{0,200}(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)/i;

/** A variable of Terraform, open at the end; its default is a few lines below its name. */
const OPEN_VARIABLE =
  /^[ \t]*variable[ \t]+"[\w-]*(?:pass|pwd|secret|token|key|cred)[\w-]*"[ \t]*\{[ \t]*(?:\r?\n[ \t]*[a-z_]+[ \t]*=.{0,200}){0,4}$/im;
const VARIABLE_LINES = 4;

/** Whether the line can only be judged together with the next: a name without its value, or base64 of a key. */
export function holdsBack(text: string, lineStart: number, lineEnd: number): boolean {
  const readings = readWithoutEscapes(text.slice(startOfLinesBefore(text, lineStart, KEY_LINES), lineEnd));
  if (readings === undefined) {
    const from = startOfSubject(text, lineStart, lineEnd);
    const line = text.slice(Math.max(from, lineEnd - LOOKED_AT), lineEnd);
    return (
      mayBeKeyLine(text, lineStart, lineEnd) ||
      expectsValue(line) ||
      isInVariable(text, lineStart, lineEnd) ||
      endsInCodes(text.slice(Math.max(0, lineEnd - LIST_LENGTH), lineEnd))
    );
  }
  const { shown, spaced } = readings;
  const shownStart = shown.text.lastIndexOf('\n') + 1;
  return (
    mayBeKeyLine(shown.text, shownStart, shown.text.length) ||
    expectsValue(lastLine(shown.text)) ||
    (spaced !== undefined && expectsValue(lastLine(spaced.text)))
  );
}

/** Between a name and its value one line may be empty. */
const startOfSubject = (text: string, lineStart: number, lineEnd: number): number =>
  text.slice(lineStart, Math.min(lineEnd, lineStart + 80)).trim() === ''
    ? startOfLinesBefore(text, lineStart, 1)
    : lineStart;

/** The last line, with the one before it if it is empty. */
function lastLine(text: string): string {
  const start = text.lastIndexOf('\n') + 1;
  return text.slice(startOfSubject(text, start, text.length)).slice(-LOOKED_AT);
}

/** The last lines of a key are judged by the full line before them. */
const KEY_LINES = 2;

function startOfLinesBefore(text: string, lineStart: number, lines: number): number {
  let start = lineStart;
  for (let i = 0; i < lines && start > 0; i++)
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

function isInVariable(text: string, lineStart: number, lineEnd: number): boolean {
  const lines = text.slice(startOfLinesBefore(text, lineStart, VARIABLE_LINES), lineEnd);
  return lines.length < 2048 && lines.includes('variable') && OPEN_VARIABLE.test(lines);
}

/** A string that is added to, the words of a wallet, a label over its field. */
const GOES_ON =
  /["'`][ \t]*[+.&]{1,2}[ \t\r]*$|(?:mnemonic|phrase).{0,20}(?:[:=]|is|was)[ \t\r]*$|^[ \t]*[\w$.-]{0,80}(?:pass|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)[\w$.-]{0,80}[ \t\r]*$/i;

const expectsValue = (line: string): boolean =>
  EXPECTS_VALUE.test(line) || NAMES_SECRET.test(line) || GOES_ON.test(line) || ENDS_FOREIGN.test(line);
