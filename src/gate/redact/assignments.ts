import { readValue } from './assigned-value.ts';
import { matchAt } from './boundaries.ts';
import { reportCookies } from './cookies.ts';
import { classifyName, type NameKind } from './secret-names.ts';
import { isBasicCredential, isSecretValue } from './secret-values.ts';
import { readSeparation } from './separators.ts';
import type { Finder, Report } from './spans.ts';

const HINT =
  /pass|pwd|secret|token|key|auth|cred|cookie|bearer|jwt|sig|(?<![a-z])pat(?![a-z])|(?<![a-z])pw(?![a-z])|psk/gi;
const NAME_CHARACTER = /[\w$.-]/;
const LONGEST_NAME = 80;
const LINE_CONTEXT = 160;
/** `AWS::IAM::AccessKey`, `arn:aws:secretsmanager:eu-west-1:1:secret:name`, `https://apikey:...@host`. */
const NOT_A_NAME = /::$|:\/\/$|\barn:[\w:/-]{0,120}$/;
const WORD_BEFORE = /(?:^|[^A-Za-z])([A-Za-z]{2,20}) $/;
const SCHEME =
  /(?:Bearer|Basic|Token|Digest|Api-?Key|Negotiate|NTLM|JWT|OAuth|SSWS|Splunk|Key|GenieKey|Discogs|Bot|AWS4-HMAC-SHA256|AWS|Hawk|Signature)(?:[ \t]+|%20|\+)(?:(?:token|auth|key|api_key)=["']?)?/iy;
const HEADER_TOKEN = /[^\s"'`<>,;\\&)]+/y;

/** Values beside a name that says they are secret: settings, code, headers, flags, queries, forms, tables. */
export const findAssignments: Finder = (text, from, report) => {
  HINT.lastIndex = from;
  for (let hint = HINT.exec(text); hint !== null; hint = HINT.exec(text)) {
    const start = expandLeft(text, hint.index);
    const end = expandRight(text, hint.index + hint[0].length);
    const lineBefore = lineUpTo(text, start);
    const kind = NOT_A_NAME.test(lineBefore)
      ? 'none'
      : classifyWithWordBefore(text.slice(start, end), lineBefore);
    const masked = kind === 'none' ? end : inspect(text, { start, end, kind }, lineBefore, report);
    HINT.lastIndex = Math.max(masked, end);
  }
};

/** Reports the value beside a name if it is a secret; returns where to go on. */
function inspect(
  text: string,
  name: { start: number; end: number; kind: NameKind },
  lineBefore: string,
  report: Report,
): number {
  const separation = readSeparation(text, name, lineBefore);
  if (separation === undefined) return name.end;
  if (name.kind === 'signature' && text[separation.at - 1] !== '=') return name.end;
  const value = readValue(text, separation);
  if (value === undefined) return name.end;
  if (name.kind === 'cookie') return reportCookies(text, value, report);
  const scheme = matchAt(SCHEME, text, value.start)?.[0];
  if (scheme !== undefined) {
    const start = value.start + scheme.length;
    const token = matchAt(HEADER_TOKEN, text, start)?.[0] ?? '';
    const form = { isQuoted: false, next: '', isLoose: false };
    if (!isSecretValue(token, 'authorization', form) && !isBasicCredential(token)) return name.end;
    report(start, start + token.length);
    return start + token.length;
  }
  const form = { isQuoted: value.isQuoted, next: value.next, isLoose: separation.isLoose };
  const judged = text.slice(value.start, value.end);
  if (repeatsName(judged, text.slice(name.start, name.end)) || !isSecretValue(judged, name.kind, form))
    return name.end;
  report(value.start, value.end);
  return value.end;
}

/** In prose and tables a name is several words: "API key", "next page token". */
function classifyWithWordBefore(name: string, lineBefore: string): NameKind {
  const before = /^(?:keys?|token)$/i.test(name) ? WORD_BEFORE.exec(lineBefore)?.[1] : undefined;
  return classifyName(before === undefined ? trimName(name) : `${before}_${name}`);
}

/** `token2: token2`, `oauth2Token: Oauth2Token`. */
const repeatsName = (value: string, name: string): boolean =>
  value.length <= name.length + 8 && value.toLowerCase().includes(name.toLowerCase());

const trimName = (name: string): string => name.replace(/^[-.$]+|[-.$]+$/g, '');

function expandLeft(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  while (start < at && /[-.$]/.test(text.charAt(start))) start++;
  // The n of a written line end is no letter of the name after it.
  if (start < at && text[start - 1] === '\\' && /[nrt]/.test(text.charAt(start))) start++;
  return start;
}

function expandRight(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && NAME_CHARACTER.test(text.charAt(end))) end++;
  while (end > at && /[-.$]/.test(text.charAt(end - 1))) end--;
  return end;
}

function lineUpTo(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LINE_CONTEXT), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}
