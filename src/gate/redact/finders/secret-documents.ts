import { matchAt } from '../scan/boundaries.ts';
import { FRAME } from '../scan/frames.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { isSecretCookie } from './cookies.ts';

const COOKIE_JAR = 'HTTP Cookie File';
const STORAGE_KEY = '"keyName"';
const KINDS = ['kind: Secret', '"kind": "Secret"', '"kind":"Secret"'];

/** Words that say what a whole document holds, whatever its values are called. */
export const DOCUMENT_LITERALS: readonly Literal[] = [COOKIE_JAR, STORAGE_KEY, ...KINDS].map((text) => ({
  layer: 'document',
  text,
  isMeant: (whole, index) => !/\w/.test(whole.charAt(index + text.length)),
}));

const KEY = /"keyName"[^{}]{0,200}"value"[ \t]*:[ \t]*"(?<key>[A-Za-z0-9+/]{86}==)"/dy;
const COOKIE = new RegExp(
  String.raw`^${FRAME} ?(?:#HttpOnly_)?[\w.-]+\t(?:TRUE|FALSE)\t\S+\t(?:TRUE|FALSE)\t\d+\t(?<name>[^\t\n]+)\t(?<value>[^\t\r\n]+)`,
  'dgm',
);

/** Each document is read once, however often it says what it is: hostile text says so in every line. */
export const findDocumentSecrets: Finder = (text, _from, { document = [] }, report) => {
  let isInJar = false;
  let manifestEnd = 0;
  for (const { index, text: found } of document) {
    if (found === STORAGE_KEY) reportSpan(matchAt(KEY, text, index)?.indices?.groups?.key, report);
    else if (found !== COOKIE_JAR) {
      if (index >= manifestEnd) manifestEnd = maskKubernetes(text, index, report);
    } else if (!isInJar) {
      isInJar = true;
      maskCookieJar(text, index, report);
    }
  }
};

const reportSpan = (span: readonly [number, number] | undefined, report: Report): void => {
  if (span) report(span[0], span[1]);
};

function maskCookieJar(text: string, index: number, report: Report): void {
  COOKIE.lastIndex = index;
  for (let line = COOKIE.exec(text); line !== null; line = COOKIE.exec(text)) {
    const { name = '', value = '' } = line.groups ?? {};
    if (isSecretCookie(name, value)) reportSpan(line.indices?.groups?.value, report);
  }
}

const BLOCK = /^(?<indent>[ \t]*)data:[ \t]*\n(?<lines>(?:\k<indent>[ \t]+\S[^\n]*(?:\n|$))+)/dgm;
const LINE = /^[ \t]+["']?[\w.-]+["']?:[ \t]*["']?(?<value>[A-Za-z0-9+/]{8,}={0,2})["']?[ \t\r]*$/dgm;
const OBJECT = /"data"[ \t]*:[ \t]*\{(?<lines>[^{}]*)\}/dg;
const MEMBER = /"[\w.-]+"[ \t]*:[ \t]*"(?<value>[A-Za-z0-9+/]{8,}={0,2})"/dg;
/** A certificate is for everybody to see. */
const CERTIFICATE = /^LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR/;

/** Of a Secret everything under `data` is one, whatever it is called there; returns where its document ends. */
function maskKubernetes(text: string, index: number, report: Report): number {
  const start = Math.max(text.lastIndexOf('\n---', index), 0);
  const next = text.indexOf('\n---', index);
  const end = next === -1 ? text.length : next;
  const whole = text.slice(start, end);
  for (const [block, line] of [
    [BLOCK, LINE],
    [OBJECT, MEMBER],
  ] as const) {
    for (const found of whole.matchAll(block)) {
      const from = start + (found.indices?.groups?.lines?.[0] ?? 0);
      for (const value of (found.groups?.lines ?? '').matchAll(line)) {
        const span = value.indices?.groups?.value;
        const said = value.groups?.value ?? '';
        if (span && !CERTIFICATE.test(said) && !isPlaceholder(said)) report(from + span[0], from + span[1]);
      }
    }
  }
  return end;
}
