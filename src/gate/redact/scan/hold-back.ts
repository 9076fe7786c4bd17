import { endsInCodes } from '../finders/access-codes.ts';
import { readWithoutEscapes } from '../finders/escapes.ts';
import { ENDS_FOREIGN } from '../finders/foreign-names.ts';
import { mayBeKeyLine } from '../finders/key-lines.ts';
import { trimmedEnd } from './boundaries.ts';
import { FRAME } from './frames.ts';
import { nameStart } from './name-bounds.ts';

const LOOKED_AT = 480;
const LIST_LENGTH = 1200;
const WORDS = '(?:pass|assword|pwd|secret|token|key|auth|cred|jwt|sig|pat|pw|psk|cookie)';
const SECRET_WORD = new RegExp(WORDS, 'i');
/** What may stand between a name and the sign before its value. */
const LONGEST_BETWEEN = 72;
const SIGN_AT_END = /(?:[:=>-]\*{0,2}|%3[DA])$/i;
const OPENING_AT_END = /(?:[|>][-+]?\d?|[\\("'`])$/;
const NAME_OF_PAIR = /(?:name|key)\\{0,7}["']?[ \t]*[:=]/gi;
const LONGEST_PAIR = 200;

/** A variable of Terraform, open at the end; its default is a few lines below its name. */
const OPEN_VARIABLE = new RegExp(
  String.raw`\bvariable[ \t]+"(?=[\w-]*?(?:pass|pwd|secret|token|key|cred))[\w-]*"[ \t]*\{[ \t]*(?:\r?\n${FRAME}[ \t]*[a-z_]+[ \t]*=.{0,200}){0,4}$`,
  'i',
);

/** Whether the line can only be judged together with the next: a name without its value, or base64 of a key. */
export function holdsBack(text: string, lineStart: number, lineEnd: number): boolean {
  const readings = readWithoutEscapes(text.slice(startOfLinesBefore(text, lineStart, LINES_BEFORE), lineEnd));
  if (readings === undefined) {
    const from = startOfSubject(text, lineStart, lineEnd);
    const line = text.slice(Math.max(from, lineEnd - LOOKED_AT), lineEnd);
    return (
      mayBeKeyLine(text, lineStart, lineEnd) ||
      text.startsWith('@@ -', lineStart) ||
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
    isInVariable(shown.text, shownStart, shown.text.length) ||
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

/** The last lines of a key are judged by the full line before them, the default of a variable by four. */
const LINES_BEFORE = 4;

function startOfLinesBefore(text: string, lineStart: number, lines: number): number {
  let start = lineStart;
  for (let i = 0; i < lines && start > 0; i++)
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

function isInVariable(text: string, lineStart: number, lineEnd: number): boolean {
  const lines = text.slice(startOfLinesBefore(text, lineStart, LINES_BEFORE), lineEnd);
  return lines.length < 2048 && lines.includes('variable') && OPEN_VARIABLE.test(lines);
}

/** A string that is added to, the words of a wallet, a label over its field. */
const GOES_ON = new RegExp(
  String.raw`["'\`][ \t]*[+.&]{1,2}$|(?:mnemonic|phrase).{0,20}(?:[:=]|is|was)$|^[ \t]*[\w$.-]{0,80}${WORDS}[\w$.-]{0,80}$`,
  'i',
);

/** More lines than the finders read on from; a line too many costs only a little patience. */
function expectsValue(line: string): boolean {
  const said = line.slice(0, withoutBlankEnd(line, line.length));
  const isBlankAtEnd = said.length < line.length && BLANK.test(line.charAt(said.length));
  return (
    endsWithName(said, isBlankAtEnd) || namesSecret(said) || GOES_ON.test(said) || ENDS_FOREIGN.test(said)
  );
}

const BLANK = /[ \t]/;

/** The blanks at the end of a line, and of an empty line under it. */
function withoutBlankEnd(line: string, length: number): number {
  const end = trimmedEnd(line, 0, length, ' \t\r');
  return line[end - 1] === '\n' ? trimmedEnd(line, 0, end - 1, ' \t\r') : end;
}

/** `password:`, `token = "`, `key: |`: read from the end, since what is between may be anything. */
function endsWithName(said: string, isBlankAtEnd: boolean): boolean {
  const opening = OPENING_AT_END.exec(said.slice(-3))?.[0];
  const opened = said.length - (opening?.length ?? 0);
  const end = trimmedEnd(said, 0, opened, ' \t');
  const isOpened = opening !== undefined && (end < opened || endsWithSign(said.slice(0, end)));
  if (!isBlankAtEnd && !isOpened && !endsWithSign(said)) return false;
  const last = isOpened ? end : said.length;
  const from = nameStart(said, Math.max(said.lastIndexOf('\n') + 1, last - LONGEST_BETWEEN));
  return SECRET_WORD.test(said.slice(from, last));
}

const endsWithSign = (said: string): boolean => SIGN_AT_END.test(said.slice(-3));

/** `name: DB_PASSWORD`, whose value is on the next line. No part is read twice, however many names there are. */
function namesSecret(said: string): boolean {
  let read = 0;
  for (const { index, 0: name } of said.matchAll(NAME_OF_PAIR)) {
    const from = Math.max(index + name.length, read);
    const to = index + name.length + LONGEST_PAIR + LONGEST_WORD;
    if (SECRET_WORD.test(said.slice(from, to))) return true;
    read = to - LONGEST_WORD;
  }
  return false;
}

const LONGEST_WORD = 6;
