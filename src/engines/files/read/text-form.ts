import { isUtf8 } from 'node:buffer';
import { ToolError } from '../../../core/errors.ts';
import { decodeTorn, encodeTorn, halfPair, isMostlyUtf8 } from './torn-utf8.ts';

export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** How a text is kept in bytes. */
export interface TextForm {
  readonly encoding: TextEncoding;
  readonly hasBom: boolean;
  /** It is UTF-8, but for some of its bytes. */
  readonly hasBadBytes?: boolean;
}

const UTF8: TextForm = { encoding: 'utf-8', hasBom: false };
const BOMS: Readonly<Partial<Record<TextEncoding, Buffer>>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};
const NO_BOM = Buffer.alloc(0);
const SAMPLE_BYTES = 8192;

/** The form of a file, or of one whose start these bytes are; undefined for what is no text. */
export function detectForm(bytes: Buffer, { isWhole }: { isWhole: boolean }): TextForm | undefined {
  const first = bytes[0];
  if (first === 0xef || first === 0xff || first === 0xfe) {
    const marked = TEXT_ENCODINGS.find((encoding) => startsWith(bytes, BOMS[encoding]));
    if (marked)
      return { encoding: marked, hasBom: true, ...(marked === 'utf-8' && badBytesIn(bytes, isWhole)) };
  }
  const sample = bytes.length > SAMPLE_BYTES ? bytes.subarray(0, SAMPLE_BYTES) : bytes;
  if (sample.includes(0)) return detectWide(sample);
  // Far behind a head of text, too: no text holds a zero.
  if (isWhole && bytes.includes(0)) return undefined;
  if (isUtf8Text(bytes, isWhole)) return UTF8;
  if (looksBinary(sample)) return undefined;
  return isMostlyUtf8(bytes) ? { ...UTF8, hasBadBytes: true } : { encoding: 'latin1', hasBom: false };
}

const badBytesIn = (bytes: Buffer, isWhole: boolean): Pick<TextForm, 'hasBadBytes'> =>
  isUtf8Text(bytes, isWhole) ? {} : { hasBadBytes: true };

const isUtf8Text = (bytes: Buffer, isWhole: boolean): boolean =>
  isUtf8(bytes) || (!isWhole && isUtf8UpTo(bytes));

/** A start may end inside a character; the longest has four bytes. */
const isUtf8UpTo = (bytes: Buffer): boolean =>
  [1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));

const startsWith = (bytes: Buffer, bom: Buffer | undefined): boolean =>
  bom !== undefined && bytes.length >= bom.length && bytes.compare(bom, 0, bom.length, 0, bom.length) === 0;

/** Mostly western text in two bytes a character has a zero in every other place, and nowhere else. */
function detectWide(sample: Buffer): TextForm | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const isEnough = (count: number): boolean => count * 2 > sample.length * 0.7;
  if (even === 0 && isEnough(odd)) return { encoding: 'utf-16le', hasBom: false };
  return odd === 0 && isEnough(even) ? { encoding: 'utf-16be', hasBom: false } : undefined;
}

function looksBinary(sample: Buffer): boolean {
  const odd = sample.reduce(
    (count, byte) => (byte < 32 && !ORDINARY_CONTROLS.has(byte) ? count + 1 : count),
    0,
  );
  return odd > sample.length / 50;
}

// Tab, line feed, form feed, carriage return, escape.
const ORDINARY_CONTROLS = new Set([9, 10, 12, 13, 27]);

export const bomOf = ({ encoding, hasBom }: TextForm): Buffer => (hasBom ? BOMS[encoding] : NO_BOM) ?? NO_BOM;

/** The text without its byte order mark, as it is shown: U+FFFD stands for each byte that is none. */
export function decode(bytes: Buffer, form: TextForm): string {
  const text = decodeExactly(bytes, form);
  return form.hasBadBytes ? text.toWellFormed() : text;
}

/** The same in a form that `encode` brings back to the same bytes. */
export function decodeExactly(bytes: Buffer, form: TextForm): string {
  const body = form.hasBom ? bytes.subarray(bomOf(form).length) : bytes;
  return form.hasBadBytes ? decodeTorn(body) : decodeBody(body, form.encoding);
}

function decodeBody(body: Buffer, encoding: TextEncoding): string {
  if (encoding === 'utf-8') return body.toString('utf8');
  if (encoding === 'utf-16be')
    return Buffer.from(body.subarray(0, body.length & ~1))
      .swap16()
      .toString('utf16le');
  return body.toString(encoding);
}

export function encode(text: string, form: TextForm): Buffer {
  const body = form.hasBadBytes ? encodeTorn(text) : encodeBody(text, form.encoding);
  return Buffer.concat([bomOf(form), body]);
}

function encodeBody(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') {
    if (text.isWellFormed()) return Buffer.from(text, 'utf8');
    throw halfPair();
  }
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: latin1 has them, too
  const outside = encoding === 'latin1' ? /[^\u0000-\u00ff]/.exec(text) : null;
  if (!outside) return Buffer.from(text, encoding);
  throw new ToolError(
    'VALIDATION',
    `"${outside[0]}" cannot be written in latin1, the encoding of this file`,
    {
      hint: 'Give encoding utf-8 to change the encoding of the whole file with write_file.',
    },
  );
}
