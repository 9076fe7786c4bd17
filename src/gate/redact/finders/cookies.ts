import { matchAt } from '../scan/boundaries.ts';
import type { Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { looksRandom } from '../values/randomness.ts';
import { classifyName } from './secret-names.ts';

const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const SESSION_NAME = /sess|sid$|^sid|csrf|xsrf|remember|auth|login|jwt|^s$|identity|\.sig$/i;
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]{1,80})=("?)([^;"'\s\\,]*)"?[ \t]*;?/y;
const FLAG = /[ \t]*(?:HttpOnly|Secure|Partitioned)[ \t]*;?/iy;
const LONGEST_HEADER = 8192;

/** The values in a Cookie or Set-Cookie header that open something; returns where the header ends. */
export function reportCookies(text: string, from: number, report: Report): number {
  let at = from;
  while (at < from + LONGEST_HEADER) {
    const pair = matchAt(PAIR, text, at) ?? matchAt(FLAG, text, at);
    if (pair === null) return at;
    const [all, name = '', quote = '', value = ''] = pair;
    const start = at + all.indexOf('=', all.indexOf(name)) + 1 + quote.length;
    if (isSecretCookie(name, value)) report(start, start + value.length);
    at += all.length;
  }
  return at;
}

export function isSecretCookie(name: string, value: string): boolean {
  if (value.length < 6 || ATTRIBUTES.test(name) || isPlaceholder(value)) return false;
  if (!/[A-Za-z]/.test(value) || !/\d|[a-z][A-Z]/.test(value)) return false;
  const kind = classifyName(name);
  if (kind !== 'none' && kind !== 'doubtful') return true;
  return SESSION_NAME.test(name) || looksRandom(value, { shortest: 16 });
}
