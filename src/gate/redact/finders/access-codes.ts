import { isAlphanumeric, matchAt } from '../scan/boundaries.ts';
import { type Literal, withoutFirstLetters } from '../scan/literal.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';

/** Before "code", "key" or "codes": a code that opens something. */
const KINDS = 'recovery|backup|verification|security|one-time|2fa|emergency';
const NAME = new RegExp(
  `(?:(?:${KINDS})[-_ ]?(?:code|key|pin|passcode)s?|passcode|otp|puk|pin)(?:[-_ ]code)?`,
  'iy',
);
const IS = /["'`*\]\\]{0,4}[ \t]*(?:[:=：]|(?:is|are|was)(?:[ \t]*:|[ \t]))[ \t]*["'`*\\]{0,4}/y;
const LIST_FOLLOWS = /[^\n:]{0,60}:?[ \t*]*\r?\n(?:[ \t]*\r?\n)?/y;
const PLAIN = /(\d{4,8})(?![\w%/-]|[.,:]\d)/y;
const GROUPED =
  /(\d{3}[ -]\d{3}|\d{4} \d{4}|[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7}|[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){1,7})(?![\w-]|\.\w)/y;
const LONE = /(?=[a-z0-9]{8}|[A-Z0-9]{8})([A-Za-z]*\d[A-Za-z]*\d[A-Za-z0-9]*)(?![\w-]|\.\w)/y;
const LIST_LINE =
  /[ \t]*(?:(?:\d{1,2}[.):]|[-*•])[ \t]+)?(?:[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,3}(?:[ \t]+|(?=\r?\n|$))){1,5}\r?(?:\n|$)/y;
const IN_LIST = /(?<![\w.)-])[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,3}(?![\w.):-])/g;
const MOST_LINES = 20;

const LONG_NAMES = 'recovery,backup,verification,security code,emergency,one-time,2fa code,passcode'.split(
  ',',
);
const SHORT_NAMES = ['otp', 'OTP', 'puk', 'PUK', 'pin', 'Pin', 'PIN'];
export const CODE_LITERALS: readonly Literal[] = [
  ...[...withoutFirstLetters(LONG_NAMES), 'ecurity Code', 'FA code'].map(
    (text): Literal => ({ layer: 'code', text, isMeant: (whole, index) => beginsWithName(whole, index - 1) }),
  ),
  ...SHORT_NAMES.flatMap((name) => [`${name}:`, `${name}=`, `${name}"`, `${name} is`])
    .concat('PIN =')
    .map((text): Literal => ({ layer: 'code', text, isMeant: beginsWithName })),
];

function beginsWithName(text: string, index: number): boolean {
  return !isAlphanumeric(text.charCodeAt(index - 1)) && matchAt(NAME, text, index) !== null;
}

/** PINs, codes sent to a telephone, and the codes that open an account when the telephone is lost. */
export const findCodes: Finder = (text, _from, { code }, report) => {
  if (code === undefined) return;
  let listEnd = 0;
  for (const { index, text: found } of code) {
    const start = index - (SHORT_NAMES.includes(found.slice(0, 3)) ? 0 : 1);
    const name = matchAt(NAME, text, start)?.[0] ?? '';
    const after = start + name.length;
    const separation = matchAt(IS, text, after);
    const value = separation === null ? undefined : codeAt(text, after + separation[0].length, name);
    if (value !== undefined) report(value.start, value.end);
    else if (/codes$/i.test(name) && after > listEnd) listEnd = maskList(text, after, report);
  }
};

function codeAt(text: string, at: number, name: string): { start: number; end: number } | undefined {
  const plain = matchAt(PLAIN, text, at)?.[1];
  const found =
    plain ??
    matchAt(GROUPED, text, at)?.[1] ??
    (/recovery|backup|emergency/i.test(name) ? matchAt(LONE, text, at)?.[1] : undefined);
  if (found === undefined || isPlaceholder(found) || !/\d/.test(found)) return undefined;
  // In India a PIN says where a letter goes.
  if (plain?.length === 6 && /^pin(?: code)?$/i.test(name) && name !== 'PIN') return undefined;
  // Programs number their answers too, with fewer digits.
  if (plain !== undefined && plain.length < 6 && /[a-z][_-]?code/i.test(name)) return undefined;
  if (/key$/i.test(name) && found.split('-').length < 4) return undefined;
  if (plain === undefined && found.length < 8 && !/^\d/.test(found)) return undefined;
  return { start: at, end: at + found.length };
}

/** Masks the lines under "Recovery codes:"; returns where they end. */
function maskList(text: string, from: number, report: Report): number {
  const intro = matchAt(LIST_FOLLOWS, text, from);
  if (intro === null) return from;
  const codes: { readonly start: number; readonly code: string }[] = [];
  let at = from + intro[0].length;
  for (let line = 0; line < MOST_LINES; line++) {
    const found = matchAt(LIST_LINE, text, at);
    if (found === null || found[0] === '') break;
    for (const { index, 0: code } of found[0].matchAll(IN_LIST)) codes.push({ start: at + index, code });
    at += found[0].length;
  }
  // A code may happen to have no digit; then it has the shape of those that do.
  const shapes = new Set(codes.filter(({ code }) => /\d/.test(code)).map(({ code }) => shapeOf(code)));
  for (const { start, code } of codes)
    if (code.length >= 6 && shapes.has(shapeOf(code)) && !isPlaceholder(code))
      report(start, start + code.length);
  return at;
}

const shapeOf = (code: string): string => code.replace(/[^-]/g, 'x');

const OPEN_LIST = new RegExp(
  String.raw`(?:${KINDS})[-_ ]?codes\b[^\n:]{0,60}:?[ \t*]*\r?(?:\n[ \t]*\r?){0,2}(?:\n${LIST_LINE.source.replace(String.raw`\r?(?:\n|$)`, '')}\r?)*$`,
  'i',
);

const LONGEST_KIND = 20;

/** Whether a list of codes may go on after this text. */
export function endsInCodes(text: string): boolean {
  const at = text.toLowerCase().lastIndexOf('codes');
  return at !== -1 && OPEN_LIST.test(text.slice(Math.max(0, at - LONGEST_KIND)));
}
