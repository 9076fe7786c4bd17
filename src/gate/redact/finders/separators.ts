import { isAlphanumeric, isDigit, matchAt } from '../scan/boundaries.ts';
import { FRAME } from '../scan/frames.ts';
import { FOREIGN_IS, FOREIGN_SIGNS, QUALIFIED } from './foreign-names.ts';
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
  /** A sentence says that the value comes. */
  readonly isSaid?: boolean;
}

export interface Name {
  readonly start: number;
  readonly end: number;
  readonly kind: NameKind;
  readonly following: Following;
}

/** What stands after a name and the spaces behind it. */
type Following = 'word' | 'sign' | 'nothing';

const QUOTE = String.raw`(?:\\{0,7}["'\`]|&quot;|&#3[49];|%2[27]|\\u0022)`;
const SIGN = String.raw`(?:=>|:=|<<<|\?=|\+=|<-|->|={1,3}|!==?|:(?![:/]/?)|[：＝]|%3[DA])`;
const ASSIGNED = new RegExp(
  String.raw`${QUOTE}?\]?(?: ?\[\w{0,8}\]| \d{1,2}(?=[ \t]{0,8}[:=][ \t]))?\*{0,2}[ \t]{0,40}${SIGN}\*{0,2}[ \t]{0,40}`,
  'y',
);
const TYPE = String.raw`(?:&?(?:'static )?(?:string|str|bytes|any|char|text|[A-Z][\w<>.]{0,40})(?:\[\]|\?| \| null| \| undefined)?)`;
const TYPED = new RegExp(
  String.raw`(?:\??:[ \t]*${TYPE}|[ \t]+string)[ \t]*=[ \t]*(?=["'\`])|[ \t]+by[ \t]+lazy[ \t]*\{[ \t]*(?=")`,
  'y',
);
const MAY_BEGIN_TYPE = ':? \t';
const MAY_FOLLOW = new Uint8Array(65_536);
for (const sign of ` \t\r\n"'\`\\=:?+<>-![](|│&%,*${FOREIGN_SIGNS}`) MAY_FOLLOW[sign.charCodeAt(0)] = 1;
const NEXT_LINE = /(?:[|>][-+]?\d?|\\|\(|["'`])?[ \t]{0,40}\r?\n(?:[ \t]{0,40}\r?\n)?[ \t]*/y;
const CONTINUED = /\\[ \t]{0,40}\r?\n[ \t]*/y;

const ATTRIBUTE =
  /["'][ \t]*(?:[\w:-]{1,30}=["'][^"'\n]{0,80}["'][ \t]*){0,3}(?:[\w-]{1,20}:)?(?:value|content|default)[ \t]*=[ \t]*(?=["'])/y;
// Blanks without a limit, with nothing that must stand between them, could be shared out in any number of ways.
const PAIR =
  /\\{0,7}["']?[ \t]{0,40},[ \t]{0,40}(?:\\{0,7}["']\w{1,30}\\{0,7}["'][ \t]{0,40}:[ \t]{0,40}\\{0,7}["']?[\w.-]{0,60}\\{0,7}["']?[ \t]{0,40},[ \t]{0,40}){0,3}\\{0,7}["']?[vV]alue\\{0,7}["']?[ \t]{0,40}[:=][ \t]{0,40}/y;
const PAIR_ON_NEXT_LINE = /["']?[ \t]{0,40},?[ \t]{0,40}\r?\n[ \t]*["']?[vV]alue["']?[ \t]*[:=][ \t]*/y;
const VARIABLE = /\bvariable[ \t]+"$/;
const DEFAULT_OF_VARIABLE = new RegExp(
  String.raw`"[ \t]*\{[ \t]*(?:\r?\n${FRAME}[ \t]*(?!default\b)[a-z_]+[ \t]*=[^\n]{0,200}){0,4}\r?\n${FRAME}[ \t]*default[ \t]*=[ \t]*(?=")`,
  'y',
);
const TAG_END = /(?:[ \t][^<>\n]{0,80})?>(?:<!\[CDATA\[|<[Vv]alue>)?[ \t]*/y;
/** A field of a form as it is sent. */
const FORM_PART = /["'](?:;[^\n]{0,80})?[ \t]{0,40}\r?\n\r?\n/y;
/** A label, and under it what was typed. */
const LABEL = /[ \t]*\r?\n[ \t]*(?=[!-~]{8,64}[ \t\r]*(?:\n|$))/y;
const ATTRIBUTE_AND_TAG_END = /["'][^<>\n]{0,80}>(?:<!\[CDATA\[)?[ \t]*/y;
/** Property lists of Apple. */
const PLIST = /<\/key>[ \t]{0,40}(?:\r?\n[ \t]*)?<string>/y;
const AFTER_NAME_WORD = /\b(?:name|key)\\{0,7}["']?[ \t]*[:=][ \t]*\\{0,7}["']?$/i;
const TAG_START = /<[\w-]{0,20}:?$/;

/** Lists, calls, fallbacks, table cells: places where a secret may stand, and much else. */
const LOOSE =
  /["'`]{1,3}[ \t]+(?:to|is|was|as)[ \t]+(?=["'`])|["'`][ \t]*,[ \t]*(?=["'`])|["'][ \t]+(?=["'])|["'`\]]{1,3}(?:[ \t]*,[ \t]*|\)[ \t]*\{[ \t]*|\)\.(?:type|fill|sendKeys|send_keys|setValue)\([ \t]*)(?=["'`])|\([ \t]*(?=["'`])|[ \t]*(?:\|\||\?\?)[ \t]*(?=["'`])|[ \t]*[|│][ \t]*/y;
/** `define('DB_PASSWORD', '...')`, `env.put("TOKEN", "...")`: the next argument is the value. */
const SETTER =
  /\b(?:fill|type)\([ \t]*["'`][^"'`]{0,20}["']?$|\b(?:define|put|set|setx?env|putenv|set[A-Z]\w{0,20})\([ \t]*["'`]$/;
/** A test that types into a field. */
const TYPED_IN = /\)\.\w+\([ \t]*$/;
const SPACE_AND_QUOTE = /[ \t]+(?=["'])/y;
const PROSE =
  /[ \t]+(?:(?:(?:is|was|has been) )?(?:(?:generated|issued|created|assigned|set) )?for(?: [\w.@'"-]{1,40}){1,5}?(?:(?= ?[:=])| is| was)|is|was|(?:(?:is|was|has been|have been) )?(?:(?:re)?set|changed|updated) to|to(?=[ \t]+\S*\d)|will be|generated|issued|created|[0579](?=[ \t]+\S{6}))[ \t]*[:=]?[ \t]+/y;
/** The line goes on after the name and ends with a colon; under it the value stands alone. */
const ANNOUNCED = /[ \t][^\n:.]{0,80}:[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*(?=[!-~]{8,512}[ \t\r]*(?:\n|$))/y;
/** A word that nobody would write for itself: both kinds of letters and digits. */
const RANDOM_WORD =
  /[ \t](?=[^\s"'`<>]{0,99}[a-z])(?=[^\s"'`<>]{0,99}[A-Z])(?=[^\s"'`<>]{0,99}\d)(?=[\w+/.~!@#$%^&*?-]{8,4096}={0,2}(?:[\s,;)]|\.\s|$))/y;
/** An option is no value of the option before it. */
const SPACE = /[ \t]{1,40}(?!--?[A-Za-z])/y;
const COLUMN = / {2,}(?=[!-~])| ?\t[ \t]*(?=[!-~])/y;
const ONE_WORD_TO_LINE_END = /[ \t]+\S+[ \t\r]*(?:\n|$)/y;

/** Recognises the ways in which configuration, code, markup, command lines, tables and prose give a name a value. */
export function readSeparation(text: string, name: Name, lineBefore: LineBefore): Separation | undefined {
  const after = (pattern: RegExp): number | undefined => {
    const found = matchAt(pattern, text, name.end);
    return found === null ? undefined : name.end + found[0].length;
  };
  if (name.following === 'word') return readWords(text, name, lineBefore, after);
  const typed = MAY_BEGIN_TYPE.includes(text.charAt(name.end)) ? after(TYPED) : undefined;
  if (typed !== undefined) return { at: typed, isLoose: false };
  const assigned = after(ASSIGNED);
  if (assigned === undefined)
    return name.kind === 'vague' ? undefined : readMarkup(text, name, lineBefore, after);
  // After an equals sign the line end means: no value.
  const nextLine = matchAt(
    text.slice(name.end, assigned).includes(':') ? NEXT_LINE : CONTINUED,
    text,
    assigned,
  );
  if (nextLine === null) return { at: assigned, isLoose: false };
  return { at: assigned + nextLine[0].length, isLoose: false, isNextLine: true };
}

type After = (pattern: RegExp) => number | undefined;
/** What stands on the line before the name; most names are judged without it. */
type LineBefore = () => string;

/** Worth knowing before all the patterns are tried. */
export function whatFollows(text: string, at: number): Following {
  let next = at;
  while (isBlank(text.charCodeAt(next))) next++;
  const code = text.charCodeAt(next);
  if (isAlphanumeric(code)) {
    const isNumbered = isDigit(code) && /^ \d{1,2}[ \t]{0,8}[:=][ \t]/.test(text.slice(at, at + 14));
    return isNumbered ? 'sign' : 'word';
  }
  // The end of bold text in Markdown; after a space it is a pointer or a product.
  if (code === STAR && next > at) return 'nothing';
  if (MAY_FOLLOW[code] === 1) return 'sign';
  return next - at >= 2 && code > SPACE_CODE && code <= 126 ? 'word' : 'nothing';
}

const SPACE_CODE = 32;
const TAB_CODE = 9;
const STAR = 42;
const isBlank = (code: number): boolean => code === SPACE_CODE || code === TAB_CODE;

function readMarkup(text: string, name: Name, lineBefore: LineBefore, after: After): Separation | undefined {
  const isAfterSign = followsSign(text, name.start);
  if (text[name.end] === ',' && !isAfterSign) return undefined;
  const before = lineBefore();
  if (isAfterSign && AFTER_NAME_WORD.test(before.slice(-32))) {
    const pair = after(PAIR) ?? after(PAIR_ON_NEXT_LINE) ?? after(ATTRIBUTE);
    if (pair !== undefined) return { at: pair, isLoose: false };
    const part = after(FORM_PART);
    if (part !== undefined) return { at: part, isLoose: false, isNextLine: true };
    const tag = after(ATTRIBUTE_AND_TAG_END);
    if (tag !== undefined) return { at: tag, isLoose: false, isElement: true };
  }
  if (text[name.start - 1] === '"' && VARIABLE.test(before.slice(-20))) {
    const value = after(DEFAULT_OF_VARIABLE);
    return value === undefined ? undefined : { at: value, isLoose: false };
  }
  if (text[name.end] === ',') return undefined;
  const isInTag = before.includes('<') && TAG_START.test(before.slice(-24));
  const tag = (isInTag ? after(TAG_END) : undefined) ?? after(PLIST);
  if (tag !== undefined) return { at: tag, isLoose: false, isElement: true };
  const word = readNextWord(text, before, after);
  if (word !== undefined) return word;
  const quoted = after(SPACE_AND_QUOTE);
  if (quoted !== undefined) return { at: quoted, isLoose: name.kind !== 'password' };
  const loose = after(LOOSE);
  if (loose === undefined) return readWords(text, name, lineBefore, after);
  const isGiven = SETTER.test(before.slice(-40)) || TYPED_IN.test(text.slice(name.end, loose));
  return { at: loose, isLoose: !isGiven };
}

/** Whether an equals sign or a colon, and perhaps quotes, stand before the name. */
function followsSign(text: string, start: number): boolean {
  let at = start - 1;
  while (isBlank(text.charCodeAt(at)) || `"'\\`.includes(text.charAt(at) || ' ')) at--;
  return text[at] === ':' || text[at] === '=';
}

function readWords(text: string, name: Name, lineBefore: LineBefore, after: After): Separation | undefined {
  if (name.kind === 'vague' || (name.kind === 'doubtful' && text[name.start - 1] !== '-')) return undefined;
  const before = lineBefore();
  if ('<:'.includes(text.charAt(name.start - 1) || ' ') && TAG_START.test(before.slice(-24))) {
    const tag = after(TAG_END);
    if (tag !== undefined) return { at: tag, isLoose: false, isElement: true };
  }
  const isAlone =
    name.kind === 'password' && before.trim() === '' && after(ONE_WORD_TO_LINE_END) !== undefined;
  const word = readNextWord(text, isAlone ? 'ENV ' : before, after);
  if (word !== undefined) return word;
  const typed = after(TYPED);
  if (typed !== undefined) return { at: typed, isLoose: false };
  const said = after(PROSE) ?? (name.kind === 'doubtful' ? undefined : after(FOREIGN_IS));
  if (said !== undefined) return { at: said, isLoose: true, isSaid: true };
  const loose =
    after(COLUMN) ??
    (name.kind === 'doubtful'
      ? undefined
      : (after(RANDOM_WORD) ??
        after(ANNOUNCED) ??
        after(QUALIFIED) ??
        (before.trim() === '' ? after(LABEL) : undefined)));
  return loose === undefined ? undefined : { at: loose, isLoose: true };
}

function readNextWord(text: string, before: string, after: After): Separation | undefined {
  const word = after(SPACE);
  if (word === undefined || !takesWord(before)) return undefined;
  return { at: word + (matchAt(CONTINUED, text, word)?.[0].length ?? 0), isLoose: false };
}

/** A flag, a Dockerfile, a shell, ~/.netrc or npm: what comes before says that the next word is the value. */
function takesWord(lineBefore: string): boolean {
  if (lineBefore.endsWith('-')) return /(?:^|[\s"'=(])--?$/.test(lineBefore.slice(-4));
  const near = lineBefore.slice(-100);
  if (!/machine|login|account|ENV|set/.test(near)) return false;
  const words = near.split(/[ \t]+/);
  const [third = '', second = '', first = ''] = ['', '', ...words].slice(-3);
  if (first !== '') return third === 'config' && second === 'set';
  if (/^(?:machine|login|account)$/.test(third)) return true;
  return /^(?:ENV|setenv|setx)$/.test(second) || (third === 'set' && /^-\w{1,3}$/.test(second));
}
