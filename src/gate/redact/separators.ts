import { matchAt } from './boundaries.ts';
import type { NameKind } from './secret-names.ts';

/** What stands between a name and its value, and how much it proves. */
export interface Separation {
  /** Where the value begins. */
  readonly at: number;
  readonly isLoose: boolean;
  /** The value goes up to the next tag. */
  readonly isElement?: boolean;
  /** The value is alone on the next line. */
  readonly isNextLine?: boolean;
}

export interface Name {
  readonly start: number;
  readonly end: number;
  readonly kind: NameKind;
}

const QUOTE = String.raw`(?:\\{0,7}["'\`]|&quot;|&#3[49];|%2[27]|\\u0022)`;
const SIGN = String.raw`(?:=>|:=|\?=|\+=|<-|->|={1,3}|!==?|:(?![:/]/?)|%3[DA])`;

const ASSIGNED = new RegExp(
  String.raw`${QUOTE}?\]?(?:\[\w{0,8}\]| \d{1,2})?[ \t]{0,40}${SIGN}[ \t]{0,40}`,
  'y',
);
const TYPE = String.raw`(?:&?(?:'static )?(?:string|str|bytes|any|char|text|[A-Z][\w<>.]{0,40})(?:\[\]|\?| \| null| \| undefined)?)`;
const TYPED = new RegExp(String.raw`(?:\??:[ \t]*${TYPE}|[ \t]+string)[ \t]*=[ \t]*(?=["'\`])`, 'y');
const NEXT_LINE = /(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t]{0,40}\r?\n[ \t]*/y;
const ATTRIBUTE =
  /["'][ \t]*(?:[\w:-]{1,30}=["'][^"'\n]{0,80}["'][ \t]*){0,3}(?:value|content|default)[ \t]*=[ \t]*(?=["'])/y;
const PAIR = /\\{0,7}["']?[ \t]*,[ \t]*\\{0,7}["']?[vV]alue\\{0,7}["']?[ \t]*[:=][ \t]*/y;
const PAIR_ON_NEXT_LINE = /["']?[ \t]{0,40},?[ \t]{0,40}\r?\n[ \t]*["']?[vV]alue["']?[ \t]*[:=][ \t]*/y;
const ARGUMENT = /["'`][ \t]*,[ \t]*(?=["'`])/y;
const FALLBACK = /[ \t]*(?:\|\||\?\?)[ \t]*(?=["'`])/y;
const CALL = /\([ \t]*(?=["'`])/y;
const TAG_END = /(?:[ \t][^<>\n]{0,80})?>(?:<!\[CDATA\[)?[ \t]*/y;
const ATTRIBUTE_AND_TAG_END = /["'][^<>\n]{0,80}>(?:<!\[CDATA\[)?[ \t]*/y;
const SPACE = /[ \t]{1,40}/y;
const CONTINUED = /\\[ \t]{0,40}\r?\n[ \t]*/y;
const SPACE_AND_QUOTE = /[ \t]+(?=["'])/y;
const PROSE = /[ \t]+(?:is|was|set to|will be)[ \t]*:?[ \t]+/y;
const CELL = /[ \t]*[|│][ \t]*/y;
const COLUMN = / {2,}(?=\S)|[ ]?\t[ \t]*(?=\S)/y;

const AFTER_NAME_WORD = /\b(?:name|key)\\{0,7}["']?[ \t]*[:=][ \t]*\\{0,7}["']?$/i;
const TAKES_WORDS =
  /(?:\b(?:machine|login|account)[ \t]+\S+[ \t]+|^[ \t]*(?:ENV|setenv|set[ \t]+-\w{1,3})[ \t]+|\bconfig[ \t]+set[ \t]+\S*)$/;
const ONE_WORD_TO_LINE_END = /[ \t]+\S+[ \t\r]*(?:\n|$)/y;

/** Recognises the ways in which configuration, code, markup, command lines, tables and prose give a name a value. */
export function readSeparation(text: string, name: Name, lineBefore: string): Separation | undefined {
  const after = (pattern: RegExp): number | undefined => {
    const found = matchAt(pattern, text, name.end);
    return found === null ? undefined : name.end + found[0].length;
  };
  const typed = after(TYPED);
  if (typed !== undefined) return { at: typed, isLoose: false };
  const assigned = after(ASSIGNED);
  if (assigned !== undefined) {
    const nextLine = matchAt(NEXT_LINE, text, assigned);
    if (nextLine === null) return { at: assigned, isLoose: false };
    return { at: assigned + nextLine[0].length, isLoose: false, isNextLine: true };
  }
  return readMarkup(after, lineBefore) ?? readWords(text, name, lineBefore, after);
}

type After = (pattern: RegExp) => number | undefined;

function readMarkup(after: After, lineBefore: string): Separation | undefined {
  if (AFTER_NAME_WORD.test(lineBefore)) {
    const pair = after(PAIR) ?? after(PAIR_ON_NEXT_LINE) ?? after(ATTRIBUTE);
    if (pair !== undefined) return { at: pair, isLoose: false };
    const tag = after(ATTRIBUTE_AND_TAG_END);
    if (tag !== undefined) return { at: tag, isLoose: false, isElement: true };
  }
  if (/<[\w-]*:?$/.test(lineBefore)) {
    const tag = after(TAG_END);
    if (tag !== undefined) return { at: tag, isLoose: false, isElement: true };
  }
  const loose = after(ARGUMENT) ?? after(CALL) ?? after(FALLBACK);
  return loose === undefined ? undefined : { at: loose, isLoose: true };
}

function readWords(text: string, name: Name, lineBefore: string, after: After): Separation | undefined {
  const isFlag = /(?:^|[\s"'=(])--?$/.test(lineBefore);
  const isAlone =
    name.kind === 'password' &&
    /^[ \t]*$/.test(lineBefore) &&
    matchAt(ONE_WORD_TO_LINE_END, text, name.end) !== null;
  if (isFlag || isAlone || TAKES_WORDS.test(lineBefore)) {
    const word = after(SPACE);
    const nextLine = word === undefined ? null : matchAt(CONTINUED, text, word);
    if (word !== undefined) return { at: word + (nextLine?.[0].length ?? 0), isLoose: false };
  }
  const quoted = after(SPACE_AND_QUOTE);
  if (quoted !== undefined) return { at: quoted, isLoose: name.kind !== 'password' };
  const loose = after(PROSE) ?? after(CELL) ?? (name.kind === 'doubtful' ? undefined : after(COLUMN));
  return loose === undefined ? undefined : { at: loose, isLoose: true };
}
