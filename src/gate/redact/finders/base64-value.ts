import { isUtf8 } from 'node:buffer';
import type { Redacted } from '../redactor.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const SHORTEST = 24;

/** A whole value that is the base64 of a text: what stands in the text must not leave in another spelling. */
export function redactEncoded(value: string, read: (text: string) => Redacted): Redacted {
  const unchanged = { text: value, count: 0 };
  if (value.length < SHORTEST || value.length % 4 !== 0 || !BASE64.test(value)) return unchanged;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.includes(0) || !isUtf8(bytes)) return unchanged;
  const { text, count } = read(bytes.toString());
  return count === 0 ? unchanged : { text: Buffer.from(text).toString('base64'), count };
}
