import { isLetter, matchAt } from '../scan/boundaries.ts';
import { type Literal, withoutFirstLetters } from '../scan/literal.ts';
import { nameEnd, nameStart } from '../scan/name-bounds.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { type AssignedValue, endOfValue, readValue } from '../values/assigned-value.ts';
import { looksRandom } from '../values/randomness.ts';
import { isSecretValue } from '../values/secret-values.ts';
import { reportCookies } from './cookies.ts';
import { AFTER_SHORT_HINT, FOREIGN_HINTS, SHORT_FOREIGN_HINTS } from './foreign-names.ts';
import { endsPhrase, reportPasswordInSentence } from './passwords-in-sentences.ts';
import { classifyName, type NameKind } from './secret-names.ts';
import { type Name, readSeparation, whatFollows } from './separators.ts';

const HINTS = [
  ...[
    'pass',
    'pwd',
    'secret',
    'token',
    'key',
    'auth',
    'cred',
    'cookie',
    'bearer',
    'jwt',
    'psk',
    'key content',
  ],
];
/** Short ones that many words contain: they count only before a sign. */
const WEAK_HINTS: Readonly<Record<string, RegExp>> = {
  sig: /sig(?=["'\\]{0,3}[ \t]?=)/iy,
  signature: /signature(?=["'\\]{0,3}[ \t]?=)/iy,
  pat: /(?<![a-z])pat(?=["'\]\\]{0,3}[ \t]?[=:])|(?<=_)pat(?=["'](?:>|[ \t]*value))/iy,
  pw: /(?<![a-z])pw(?=["'\]\\]{0,3}[ \t]?[=:])|(?<![a-z])pw(?= for )|(?<=_|bind|root)pw(?=[ \t]["'\w-]|["'](?:>|[ \t]*value))/iy,
};
export const HINT_LITERALS: readonly Literal[] = [
  ...HINTS.map((text): Literal => ({ layer: 'hint', text, ignoresCase: true })),
  ...withoutFirstLetters(FOREIGN_HINTS).map((text): Literal => ({ layer: 'hint', text })),
  ...SHORT_FOREIGN_HINTS.map((text): Literal => ({ layer: 'hint', text, next: AFTER_SHORT_HINT })),
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
const LINE_CONTEXT = 160;
/** `AWS::IAM::AccessKey`, `arn:aws:secretsmanager:eu-west-1:1:secret:name`, `https://apikey:...@host`. */
const NOT_A_NAME = /::$|:\/\/$|\barn:[\w:/-]{0,120}$/;
const SCHEME =
  /(?:Bearer|Basic|Token|Digest|Api-?(?:Key|Token)|Negotiate|NTLM|JWT|OAuth|SSWS|Splunk|Key|GenieKey|Discogs|Bot|AWS4-HMAC-SHA256|AWS|Hawk|Signature)(?:[ \t]+|%20|\+)(?:(?:token|auth|key|api_key)=["']?)?/iy;
/** In groups of four, for people who copy them by hand. */
const GROUPS =
  /["']?([a-z]{4}(?: [a-z]{4}){3}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15})(?![A-Za-z0-9]| [A-Za-z0-9]{4}\b)/y;
const DIGEST_RESPONSE = /[^\n]{0,800}?\bresponse=["']?([0-9a-f]{32,64})/iy;
/** `credentials: admin/...`: a user before the password. */
const USER_AND_PASSWORD = /^[A-Za-z][\w.@-]{1,40}[:/](?=[^\s:/]{6,64}$)/;
const PAIR_NAME = /(?:credentials?|creds?|_AUTH)$/i;
/** A token that begins with the word for it: the name is the value. */
const NAMED_TOKEN =
  /^(?:secret|token|apikey|api[-_]key|access[-_]key)[-_](?:(?:live|prod|production|test|sandbox)[-_])?(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_-]{24,}$/;
const SHORTEST_NAMED_TOKEN = 30;
/** Judged by this much; the rest is masked with it. */
const HEADER_TOKEN = /[^\s"'`<>,;\\&)]{1,256}/y;
const REST_OF_TOKEN = /[^\s"'`<>,;\\&)]*/y;

/** Values beside a name that says they are secret: settings, code, headers, flags, queries, forms, tables. */
export const findAssignments: Finder = (text, _from, { hint = [] }, report) => {
  const refused: Refused = { end: 0, count: 0 };
  let next = 0;
  for (const { index, text: found } of hint) {
    if (index < next) continue;
    const start = nameStart(text, index);
    const end = nameEnd(text, index + found.length);
    next = end;
    if (found === 'pass' && text[start - 1] === ' ' && endsPhrase(text, end))
      reportPasswordInSentence(lineUpTo(text, start), start, report);
    if (end - start >= SHORTEST_NAMED_TOKEN && isNamedToken(text.slice(start, end))) {
      report(start, end);
      continue;
    }
    // Most names stand in prose and code without a value.
    const following = whatFollows(text, end);
    if (following === 'nothing') continue;
    const kind = classifyInPlace(text, start, end);
    if (kind === 'none') continue;
    next = Math.max(inspect(text, { start, end, kind, following }, refused, report), end);
  }
};

const STRONG: ReadonlySet<NameKind> = new Set(['password', 'secret']);

const isNamedToken = (name: string): boolean => NAMED_TOKEN.test(name) && looksRandom(name, { shortest: 24 });

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
  const grouped = STRONG.has(name.kind) ? matchAt(GROUPS, text, separation.at) : null;
  if (grouped?.[1] !== undefined && looksRandom(grouped[1].replaceAll(' ', ''), { shortest: 16 })) {
    const end = separation.at + grouped[0].length;
    report(end - grouped[1].length, end);
    return end;
  }
  const value = readValue(text, separation);
  if (value === undefined) return name.end;
  if (name.kind === 'cookie' && !(value.isQuoted && isRandomWhole(text, value)))
    return reportCookies(text, value.start, report);
  const mayHaveScheme = value.isQuoted || text[value.end] === ' ' || name.kind === 'authorization';
  const scheme = mayHaveScheme ? matchAt(SCHEME, text, value.start)?.[0] : undefined;
  if (scheme !== undefined) {
    const start = value.start + scheme.length;
    const response = /^digest/i.test(scheme) ? matchAt(DIGEST_RESPONSE, text, start) : null;
    if (response?.[1] !== undefined) {
      const end = start + response[0].length;
      report(end - response[1].length, end);
      return end;
    }
    const token = matchAt(HEADER_TOKEN, text, start)?.[0] ?? '';
    if (!isSecretValue(token, 'authorization', { isQuoted: false, next: '', isLoose: false }))
      return name.end;
    const end = start + token.length;
    const tokenEnd = end + (matchAt(REST_OF_TOKEN, text, end)?.[0].length ?? 0);
    report(start, tokenEnd);
    return tokenEnd;
  }
  // ODBC puts braces around a value, templates around a name.
  const isLoose = separation.isLoose || text[value.start - 1] === '{';
  const form = { isQuoted: value.isQuoted, next: value.next, isLoose, isSaid: separation.isSaid === true };
  const judged = text.slice(value.start, value.end);
  const user = PAIR_NAME.test(text.slice(name.start, name.end))
    ? USER_AND_PASSWORD.exec(judged)?.[0]
    : undefined;
  if (
    user !== undefined &&
    isSecretValue(judged.slice(user.length), 'password', {
      ...form,
      isLoose: name.kind === 'secret',
      isSaid: true,
    })
  ) {
    report(value.start + user.length, value.end);
    return value.end;
  }
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
  // Runners of tests write PASS: and FAIL: before the name of each.
  if (name === 'PASS' && text[end] === ':') return 'none';
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

function lineUpTo(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LINE_CONTEXT), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}
