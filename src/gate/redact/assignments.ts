import { endOfValue, readValue } from './assigned-value.ts';
import { isAlphanumeric, matchAt } from './boundaries.ts';
import { reportCookies } from './cookies.ts';
import { classifyName, type NameKind } from './secret-names.ts';
import { isSecretValue } from './secret-values.ts';
import { type Name, readSeparation } from './separators.ts';
import type { Finder, Report } from './spans.ts';

const HINT =
  /pass|pwd|secret|token|key|auth|cred|cookie|bearer|jwt|sig(?:nature)?(?=["'\\]{0,3}[ \t]?=)|psk|(?<![a-z])p(?:at|w)(?=["'\]\\]{0,3}[ \t]?[=:])/gi;
const LONGEST_NAME = 80;
const LINE_CONTEXT = 160;
/** `AWS::IAM::AccessKey`, `arn:aws:secretsmanager:eu-west-1:1:secret:name`, `https://apikey:...@host`. */
const NOT_A_NAME = /::$|:\/\/$|\barn:[\w:/-]{0,120}$/;
const WORD_BEFORE = /(?:^|[^A-Za-z])([A-Za-z]{2,20}) $/;
const SCHEME =
  /(?:Bearer|Basic|Token|Digest|Api-?(?:Key|Token)|Negotiate|NTLM|JWT|OAuth|SSWS|Splunk|Key|GenieKey|Discogs|Bot|AWS4-HMAC-SHA256|AWS|Hawk|Signature)(?:[ \t]+|%20|\+)(?:(?:token|auth|key|api_key)=["']?)?/iy;
const HEADER_TOKEN = /[^\s"'`<>,;\\&)]+/y;

/** Values beside a name that says they are secret: settings, code, headers, flags, queries, forms, tables. */
export const findAssignments: Finder = (text, from, report) => {
  const refused: Refused = { end: 0, count: 0 };
  HINT.lastIndex = from;
  for (let hint = HINT.exec(text); hint !== null; hint = HINT.exec(text)) {
    const start = expandLeft(text, hint.index);
    const end = expandRight(text, hint.index + hint[0].length);
    const kind = classifyInPlace(text, start, end);
    const masked = kind === 'none' ? end : inspect(text, { start, end, kind }, refused, report);
    HINT.lastIndex = Math.max(masked, end);
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
  const value = readValue(text, separation);
  if (value === undefined) return name.end;
  if (name.kind === 'cookie') return reportCookies(text, value, report);
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
  if (!isSecretValue(judged, name.kind, form) || repeatsName(judged, text.slice(name.start, name.end))) {
    refused.count = isInside ? refused.count + 1 : 0;
    if (!value.isQuoted) refused.end = value.end;
    return name.end;
  }
  const end = endOfValue(text, value);
  report(value.start, end);
  return end;
}

/** What the name says, together with the word before it: "API key", "next page token", `arn:aws:...:secret:`. */
function classifyInPlace(text: string, start: number, end: number): NameKind {
  const name = text.slice(start, end);
  const previous = text[start - 1];
  if (previous === ' ' && /^(?:keys?|token)$/i.test(name)) {
    const before = WORD_BEFORE.exec(text.slice(Math.max(0, start - 24), start))?.[1];
    return classifyName(before === undefined ? name : `${before}_${name}`);
  }
  const kind = classifyName(name);
  if (kind === 'none' || (previous !== ':' && previous !== '/')) return kind;
  return NOT_A_NAME.test(lineUpTo(text, start)) ? 'none' : kind;
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
