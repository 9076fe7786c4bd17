import { add, commandIn, endWord, type Frame, frameOf, restOf, type Scan } from './shell-scan.ts';
import { takesAsCode } from './takes-as-code.ts';

/** Where a placeholder stands in a line of Bash; `problem` says why no value can be put there safely. */
export interface ShellPlace {
  readonly at: number;
  readonly quotes: 'none' | 'single' | 'double';
  readonly problem?: string;
}

const HOLE = /\{\{(?!\s*\.)[^{}]*\}\}/y;
/** Each place is compared with each word before it. */
const MOST_PLACES = 100;

/**
 * Reads Bash as far as it has to, to know how each placeholder is quoted. What it cannot be sure of is a problem, and
 * so is every placeholder after it: a wrong guess would let a value out of its quotes.
 */
export function shellPlaces(text: string): ShellPlace[] {
  const scan: Scan = { text, index: 0, frames: [frameOf('command')], found: [], doubt: undefined };
  while (scan.index < text.length) {
    const frame = scan.frames.at(-1) ?? frameOf('command');
    const hole = restOf(scan, HOLE);
    if (hole !== undefined) place(scan, frame.kind === 'double' ? 'double' : 'none');
    scan.index += hole?.length ?? step(scan, frame, text[scan.index] ?? '');
  }
  return scan.found;
}

function place(scan: Scan, quotes: ShellPlace['quotes']): void {
  const { text, index, found } = scan;
  const command = commandIn(scan);
  if (found.length >= MOST_PLACES) scan.doubt ??= `there are more than ${MOST_PLACES} of them`;
  const isCut = quotes !== 'single' && /[$\\]/.test(text[index - 1] ?? '');
  const problem =
    scan.doubt ??
    (isCut ? 'it follows a $ or a backslash' : undefined) ??
    (command.isTest ? 'it is in [[ ]], which evaluates it' : undefined) ??
    (command.word?.includes('[') ? 'it is in brackets, which evaluate it' : undefined) ??
    takesAsCode(command.words, command.word ?? '');
  found.push({ at: index, quotes, ...(problem !== undefined && { problem }) });
  add(scan, 'X');
}

/** How far to go on from here. */
function step(scan: Scan, frame: Frame, char: string): number {
  const { text, index, frames } = scan;
  if (char === '\\') {
    if (text.startsWith('{{', index + 1)) return 1;
    if (text[index + 1] !== '\n') add(scan, text[index + 1] ?? '');
    return 2;
  }
  if (char === '`') return skip(scan, BACKTICKS, 'it is in backticks, or after them');
  if (char === '$') return dollar(scan, frame);
  if (char === '"') {
    add(scan, '');
    if (frame.kind === 'double') frames.pop();
    else frames.push(frameOf('double'));
    return 1;
  }
  if (frame.kind === 'double') {
    add(scan, char);
    return 1;
  }
  return char === "'" ? single(scan) : plain(scan, frame, char);
}

function single(scan: Scan): number {
  const from = scan.index;
  const end = scan.text.indexOf("'", from + 1);
  const last = end === -1 ? scan.text.length : end;
  add(scan, '');
  for (scan.index = from + 1; scan.index < last; ) {
    const hole = restOf(scan, HOLE);
    if (hole === undefined) add(scan, scan.text[scan.index] ?? '');
    else place(scan, 'single');
    scan.index += hole?.length ?? 1;
  }
  scan.index = from;
  return last + 1 - from;
}

/** What is skipped as a whole, where nothing in it could end it early. */
const VARIABLE = /\$\{[^'"\\`${}]*\}/y;
const ARITHMETIC = /\$?\(\([^()'"\\`{}]*\)\)/y;
const ANSI_QUOTES = /\$'(?:[^'\\]|\\[\s\S])*'/y;
const BACKTICKS = /`(?:[^`\\]|\\[\s\S])*`/y;
const COMMENT = /#[^\n]*/y;

function dollar(scan: Scan, { kind }: Frame): number {
  const { text, index, frames } = scan;
  const starts = (word: string): boolean => text.startsWith(word, index);
  if (starts('$((') || starts('$['))
    return skip(scan, ARITHMETIC, 'it is in arithmetic, which evaluates it, or after it');
  if (starts('$(')) {
    frames.push(frameOf('command'));
    return 2;
  }
  if (kind === 'command' && starts("$'")) return skip(scan, ANSI_QUOTES, "it is in $' ', or after it");
  add(scan, '$');
  return starts('${') && !starts('${{')
    ? skip(scan, VARIABLE, 'it is in a variable in braces, or after one that is not plain')
    : 1;
}

function plain(scan: Scan, frame: Frame, char: string): number {
  const { text, index, frames } = scan;
  const starts = (word: string): boolean => text.startsWith(word, index);
  if (char === '#' && frame.word === undefined) return skip(scan, COMMENT, 'it is in a comment');
  if (starts('((')) return skip(scan, ARITHMETIC, 'it is in arithmetic, which evaluates it, or after it');
  if (!/[\s;&|()<>]/.test(char)) {
    add(scan, char);
    return 1;
  }
  endWord(scan, frame);
  if (starts('<<') && !starts('<<<')) scan.doubt ??= 'it is after a << document';
  if (char === '(') frames.push(frameOf('command'));
  if (char === ')' && frames.length > 1) frames.pop();
  const isDescriptor = char === '&' && (/[<>]/.test(text[index - 1] ?? '') || text[index + 1] === '>');
  if (/[<>]/.test(char) || isDescriptor) frame.isTarget = true;
  else if (/[\n;&|]/.test(char)) frame.words = [];
  return starts('<<<') ? 3 : starts('<<') ? 2 : 1;
}

/** Past something in which no value can stand; where its end is not sure, nothing after it is. */
function skip(scan: Scan, pattern: RegExp, why: string): number {
  const whole = restOf(scan, pattern);
  if (whole === undefined) scan.doubt ??= why;
  for (const { index } of (whole ?? '').matchAll(new RegExp(HOLE, 'g')))
    scan.found.push({ at: scan.index + index, quotes: 'none', problem: why });
  return whole?.length ?? 1;
}
