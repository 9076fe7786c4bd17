import { isUtf8 } from 'node:buffer';
import { ToolError } from '../../../core/errors.ts';

/**
 * UTF-8 with bytes in between that are none: a log that was cut inside a character, or two encodings in one file.
 * Such a byte is kept as half of a surrogate pair, which no UTF-8 can hold, and shown as U+FFFD: both are one unit of
 * a string, so that a place in one is the same place in the other.
 */
export function decodeTorn(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === 0) {
      parts.push(bytes.toString('utf8', from, at), String.fromCharCode(BYTE_0 + (bytes[at] ?? 0)));
      from = at + 1;
    }
    at += length || 1;
  }
  parts.push(bytes.toString('utf8', from));
  return parts.join('');
}

/** The bytes of a text that came from `decodeTorn`, or of any other that UTF-8 can hold. */
export function encodeTorn(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8');
  const parts: Buffer[] = [];
  let from = 0;
  for (const { 0: half, index } of text.matchAll(/[\ud800-\udfff]/gu)) {
    const byte = half.charCodeAt(0) - BYTE_0;
    if (byte < 0x80 || byte > 0xff) throw halfPair();
    parts.push(Buffer.from(text.slice(from, index), 'utf8'), Buffer.of(byte));
    from = index + 1;
  }
  parts.push(Buffer.from(text.slice(from), 'utf8'));
  return Buffer.concat(parts);
}

const BYTE_0 = 0xdc00;

/** What a reader sees of bytes that should be UTF-8. */
export const showUtf8 = (bytes: Buffer): string =>
  isUtf8(bytes) ? bytes.toString('utf8') : decodeTorn(bytes).toWellFormed();

/** Letters of other encodings hardly ever make a character of UTF-8; damaged UTF-8 still has more of them than damage. */
export function isMostlyUtf8(bytes: Buffer): boolean {
  let [characters, bad] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === 0) bad++;
    else if (length > 1) characters++;
    at += length || 1;
  }
  return characters > 0 && characters >= bad;
}

/** How many bytes at the end may be the start of a character that goes on in the next piece. */
export function unfinishedBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if ((byte & 0xc0) !== 0x80) return lengthFrom(byte) > count ? count : 0;
  }
  return 0;
}

/** Bytes of the character that starts here; 0 if none does. */
function lengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = lengthFrom(first);
  if (length < 2) return length;
  const second = bytes[at + 1] ?? 0;
  // Longer than needed, a surrogate, or beyond the last character.
  const [lowest, highest] = SECOND_BYTES[first] ?? [0x80, 0xbf];
  if (second < lowest || second > highest) return 0;
  for (let next = 2; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function lengthFrom(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};

export const halfPair = (): ToolError =>
  new ToolError('VALIDATION', 'The text holds half of a surrogate pair, which UTF-8 cannot hold', {
    hint: 'Give the whole character, or leave it out.',
  });
