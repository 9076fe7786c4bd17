import { type AssignedValue, endOfValue, readValue } from './assigned-value.ts';
import { isAlphanumeric, isLetter, matchAt } from './boundaries.ts';
import { reportCookies } from './cookies.ts';
import type { Literal } from './literal.ts';
import { looksRandom } from './randomness.ts';
import { classifyName, FOREIGN_HINTS, type NameKind } from './secret-names.ts';
import { isSecretValue } from './secret-values.ts';
import { type Name, readSeparation, whatFollows } from './separators.ts';
import type { Finder, Report } from './spans.ts';

const HINTS = [
  ...['pass', 'pwd', 'secret', 'token', 'key', 'auth', 'cred', 'cookie', 'bearer', 'jwt', 'psk'],
  ...FOREIGN_HINTS,
];
/** Short ones that many words contain: they count only before a sign. */
const WEAK_HINTS: Readonly<Record<string, RegExp>> = {
  sig: /sig(?=["'\\]{0,3}[ \t]?=)/iy,
  signature: /signature(?=["'\\]{0,3}[ \t]?=)/iy,
  pat: /(?<![a-z])pat(?=["'\]\\]{0,3}[ \t]?[=:])/iy,
  pw: /(?<![a-z])pw(?=["'\]\\]{0,3}[ \t]?[=:])/iy,
};
export const HINT_LITERALS: readonly Literal[] = [
  ...HINTS.map((text): Literal => ({ layer: 'hint', text, ignoresCase: true })),
  ...Object.entries(WEAK_HINTS).map(
    ([text, pattern]): Literal => ({
      layer: 'hint',
      text,
      ignoresCase: true,
      next: '"\'\\] \t=:',
      isMeant: (whole, index) => matchAt(pattern, whole, index) !== null,
    }),
  ),
];
const LONGEST_NAME = 80;
const LINE_CONTEXT = 160;
/** `AWS::IAM::AccessKey`, `arn:aws:secretsmanager:eu-west-1:1:secret:name`, `https://apikey:...@host`. */
const NOT_A_NAME = /::$|:\/\/$|\barn:[\w:/-]{0,120}$/;
const SCHEME =
  /(?:Bearer|Basic|Token|Digest|Api-?(?:Key|Token)|Negotiate|NTLM|JWT|OAuth|SSWS|Splunk|Key|GenieKey|Discogs|Bot|AWS4-HMAC-SHA256|AWS|Hawk|Signature)(?:[ \t]+|%20|\+)(?:(?:token|auth|key|api_key)=["']?)?/iy;
/** Google writes them in four groups. */
const APP_PASSWORD = /["']?([a-z]{4}(?: [a-z]{4}){3})(?![a-z]| [a-z])/y;
const HEADER_TOKEN = /[^\s"'`<>,;\\&)]+/y;

/** Values beside a name that says they are secret: settings, code, headers, flags, queries, forms, tables. */
export const findAssignments: Finder = (text, _from, { hint = [] }, report) => {
  const refused: Refused = { end: 0, count: 0 };
  let next = 0;
  for (const { index, text: found } of hint) {
    if (index < next) continue;
    const start = expandLeft(text, index);
    const end = expandRight(text, index + found.length);
    next = end;
    // Most names stand in prose and code without a value.
    const following = whatFollows(text, end);
    if (following === 'nothing') continue;
    const kind = classifyInPlace(text, start, end);
    if (kind === 'none') continue;
    next = Math.max(inspect(text, { start, end, kind, following }, refused, report), end);
  }
};

/** An unquoted value may be full of names; after a few of them nothing new is learnt, and time must not grow. */
interface Refused {
  end: number;
  count: number;
}
const MOST_NAMES_IN_VALUE = 3;

/** Reports the value beside a name if it is a secret; returns where to go on. */
function inspect(text: string, name: Name, refused: Refused, report: Report): number {
  const isInside = name.start < refused.end;
  if (isInside && refused.count >= MOST_NAMES_IN_VALUE) return refused.end;
  const separation = readSeparation(text, name, () => lineUpTo(text, name.start));
  if (separation === undefined) return name.end;
  if (name.kind === 'signature' && text[separation.at - 1] !== '=') return name.end;
  if (name.kind === 'cookie' && separation.isLoose) return name.end;
  const appPassword = name.kind === 'password' ? matchAt(APP_PASSWORD, text, separation.at) : null;
  if (appPassword?.[1] !== undefined && looksRandom(appPassword[1].replaceAll(' ', ''), { shortest: 16 })) {
    const end = separation.at + appPassword[0].length;
    report(end - appPassword[1].length, end);
    return end;
  }
  const value = readValue(text, separation);
  if (value === undefined) return name.end;
  if (name.kind === 'cookie' && !(value.isQuoted && isRandomWhole(text, value)))
    return reportCookies(text, value, report);
  const mayHaveScheme = value.isQuoted || text[value.end] === ' ' || name.kind === 'authorization';
  const scheme = mayHaveScheme ? matchAt(SCHEME, text, value.start)?.[0] : undefined;
  if (scheme !== undefined) {
    const start = value.start + scheme.length;
    const token = matchAt(HEADER_TOKEN, text, start)?.[0] ?? '';
    if (!isSecretValue(token, 'authorization', { isQuoted: false, next: '', isLoose: false }))
      return name.end;
    report(start, start + token.length);
    return start + token.length;
  }
  const form = { isQuoted: value.isQuoted, next: value.next, isLoose: separation.isLoose };
  const judged = text.slice(value.start, value.end);
  const kind = name.kind === 'cookie' ? 'secret' : name.kind;
  if (!isSecretValue(judged, kind, form) || repeatsName(judged, text.slice(name.start, name.end))) {
    refused.count = isInside ? refused.count + 1 : 0;
    if (!value.isQuoted) refused.end = value.end;
    return name.end;
  }
  const end = endOfValue(text, value);
  report(value.start, end);
  return end;
}

/** The secret that cookies are signed with. */
const isRandomWhole = (text: string, { start, end }: AssignedValue): boolean =>
  /^[\w+/-]{24,128}={0,2}$/.test(text.slice(start, end)) &&
  looksRandom(text.slice(start, end), { shortest: 24 });

/** What the name says, together with the word before it: "API key", "next page token", `arn:aws:...:secret:`. */
function classifyInPlace(text: string, start: number, end: number): NameKind {
  const name = text.slice(start, end);
  const previous = text[start - 1];
  if (previous === ' ' && name.length <= 5 && KEY_OR_TOKEN.test(name)) {
    const before = wordBefore(text, start - 1);
    return classifyName(before === '' ? name : `${before}_${name}`);
  }
  const kind = classifyName(name);
  if (kind === 'none' || (previous !== ':' && previous !== '/')) return kind;
  return NOT_A_NAME.test(lineUpTo(text, start)) ? 'none' : kind;
}

const KEY_OR_TOKEN = /^(?:keys?|token)$/i;
const LONGEST_WORD = 20;

/** The word of two letters or more that ends at an offset, or nothing. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= LONGEST_WORD && isLetter(text.charCodeAt(start - 1))) start--;
  return end - start >= 2 && end - start <= LONGEST_WORD ? text.slice(start, end) : '';
}

/** `token2: token2`, `oauth2Token: Oauth2Token`. */
const repeatsName = (value: string, name: string): boolean =>
  value.length <= name.length + 8 && value.toLowerCase().includes(name.toLowerCase());

const DOLLAR = 36;
const DASH = 45;
const DOT = 46;
const UNDERSCORE = 95;

const isMark = (code: number): boolean => code === DASH || code === DOT || code === DOLLAR;
const isNameCharacter = (code: number): boolean =>
  isAlphanumeric(code) || code === UNDERSCORE || isMark(code);

function expandLeft(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  while (start < at && isMark(text.charCodeAt(start))) start++;
  // The n of a written line end is no letter of the name after it.
  return start < at && text[start - 1] === '\\' && 'nrt'.includes(text.charAt(start)) ? start + 1 : start;
}

function expandRight(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++;
  while (end > at && isMark(text.charCodeAt(end - 1))) end--;
  return end;
}

function lineUpTo(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LINE_CONTEXT), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}
