import { AI_FORMATS } from '../formats/ai.ts';
import { CLOUD_FORMATS } from '../formats/cloud.ts';
import { CODE_FORMATS } from '../formats/code.ts';
import type { TokenFormat } from '../formats/format.ts';
import { HASH_FORMATS } from '../formats/hashes.ts';
import { MESSAGING_FORMATS } from '../formats/messaging.ts';
import { OPERATIONS_FORMATS } from '../formats/operations.ts';
import { PAYMENT_FORMATS } from '../formats/payment.ts';
import { STANDARD_FORMATS } from '../formats/standard.ts';
import { isAlphanumeric, matchAt, startsToken } from '../scan/boundaries.ts';
import type { Hit, Literal } from '../scan/literal.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { countDistinct, readsAsWords } from '../values/randomness.ts';

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  ...AI_FORMATS,
  ...CLOUD_FORMATS,
  ...CODE_FORMATS,
  ...HASH_FORMATS,
  ...MESSAGING_FORMATS,
  ...OPERATIONS_FORMATS,
  ...PAYMENT_FORMATS,
  ...STANDARD_FORMATS,
];

interface Candidate {
  readonly format: TokenFormat;
  readonly prefix: string;
  readonly body: RegExp;
}

const CANDIDATES = TOKEN_FORMATS.flatMap((format) =>
  format.prefixes.map((prefix): Candidate => ({ format, prefix, body: new RegExp(format.body.source, 'y') })),
);
const PREFIXES = [...new Set(CANDIDATES.map(({ prefix }) => prefix))];
/** What may follow a beginning of two letters, which proves too little alone. */
const firstsAfter = (text: string): string =>
  CANDIDATES.filter(({ prefix }) => prefix === text)
    .map(({ format }) => format.firsts ?? '')
    .join('');

const SHORT = 3;
const startsByItself = (text: string): boolean =>
  CANDIDATES.every(({ prefix, format }) => prefix !== text || !(format.isAnywhere || format.left));

// No token with a short beginning has fewer characters behind it.
const FEWEST_BEHIND = 12;

/** Whether what follows may be a token, or what is left of one at the end of a piece. */
function goesOn(text: string, start: number): boolean {
  const end = Math.min(start + FEWEST_BEHIND, text.length);
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isAlphanumeric(code) && !'_-.=/!:~'.includes(text.charAt(at))) return false;
  }
  return true;
}

/** What follows a beginning is only looked at where one stands; a short one ends many a word. */
export const TOKEN_LITERALS = PREFIXES.map(
  (text): Literal => ({
    layer: 'token',
    text,
    ...(text.length < SHORT && { next: firstsAfter(text) }),
    ...(text.length <= SHORT &&
      startsByItself(text) && {
        isMeant: (whole, index) => startsToken(whole, index) && goesOn(whole, index + text.length),
      }),
  }),
);
const BY_PREFIX = new Map(
  PREFIXES.map((found) => [
    found,
    CANDIDATES.filter(({ prefix }) => found.startsWith(prefix)).sort(
      (a, b) => b.prefix.length - a.prefix.length,
    ),
  ]),
);
const LEFT_LENGTH = 40;
const SUM = /(["'`])[ \t]{0,8}(?:[+.&]{1,2}\s{0,40})?\1(?=[\w-]{12})/y;
const CHECKSUM = /sha(?:1|256|384|512)[-=:]$/i;

const SHAPES = TOKEN_FORMATS.filter(({ prefixes }) => prefixes.length === 0);
const ANY_SHAPE = new RegExp(SHAPES.map(({ body }, i) => `(?<shape${i}>${body.source})`).join('|'), 'g');

/** Tokens that their issuer made recognisable. */
export const findTokens: Finder = (text, from, hits, report) => {
  if (hits.token) maskPrefixed(text, hits.token, report);
  if (!hits.shape) return;
  ANY_SHAPE.lastIndex = from;
  for (let found = ANY_SHAPE.exec(text); found !== null; found = ANY_SHAPE.exec(text)) {
    const format = SHAPES.find((_, i) => found?.groups?.[`shape${i}`] !== undefined);
    if (format !== undefined && isGenuine(format, found[0]))
      report(found.index, found.index + found[0].length);
  }
};

function maskPrefixed(text: string, hits: readonly Hit[], report: Report): void {
  const refused: Refused = new Map();
  let next = 0;
  for (const { index, text: prefix } of hits) {
    if (index < next) continue;
    const isNone = isChecksum(text, index) || isWrittenLineEnd(text, index);
    next = (isNone ? undefined : maskToken(text, index, prefix, refused, report)) ?? index + 1;
  }
}

/** Up to where a format was refused: its beginning may be repeated a thousand times in what follows it. */
type Refused = Map<TokenFormat, number>;

function maskToken(
  text: string,
  index: number,
  found: string,
  refused: Refused,
  report: Report,
): number | undefined {
  for (const { format, prefix, body } of BY_PREFIX.get(found) ?? []) {
    if (index < (refused.get(format) ?? 0)) continue;
    const left = format.left?.exec(
      text.slice(Math.max(0, index - (format.leftLength ?? LEFT_LENGTH)), index),
    )?.[0];
    if (format.left !== undefined && left === undefined) continue;
    const start = index - (left?.length ?? 0);
    if (format.isAnywhere !== true && !startsToken(text, start, format.notAfter)) continue;
    // Programs keep scanners away from a token by adding it up: 'sk_live_' + '...'.
    const sum = lengthOfSum(text, index + prefix.length);
    const bodyStart = index + prefix.length + sum;
    const value = matchAt(body, text, bodyStart)?.[0];
    if (value === undefined) continue;
    const end = bodyStart + value.length;
    if (isGenuine(format, value)) {
      report(format.keepsPrefix || sum > 0 ? bodyStart : start, end);
      return end;
    }
    refused.set(format, end);
  }
  return undefined;
}

const lengthOfSum = (text: string, at: number): number =>
  `"'\``.includes(text.charAt(at) || ' ') ? (matchAt(SUM, text, at)?.[0].length ?? 0) : 0;

/** The n of `\\n` is no beginning. */
const isWrittenLineEnd = (text: string, index: number): boolean =>
  text[index - 1] === '\\' && 'nrt'.includes(text.charAt(index));

/** A checksum may begin with any letters. */
const isChecksum = (text: string, index: number): boolean =>
  '-=:'.includes(text.charAt(index - 1) || ' ') && CHECKSUM.test(text.slice(Math.max(0, index - 8), index));

const FEWEST_DISTINCT = 6;

/** Masks such as `ghp_xxxx` and examples such as `sk-your-api-key-here` are left as they are. */
function isGenuine({ isWordless, check }: TokenFormat, value: string): boolean {
  const judged = value.slice(0, 200);
  if (check !== undefined) return check(judged);
  if (countDistinct(judged) < FEWEST_DISTINCT || isPlaceholder(judged)) return false;
  return !isWordless || (!readsAsWords(judged) && (/\d/.test(judged) || judged.length >= 30));
}
