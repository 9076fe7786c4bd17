import { MASK } from '../../core/mask.ts';
import type { Redactor } from './redactor.ts';
import { isSecretField } from './secret-values.ts';

/** The same value with every string in it redacted. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  // Sound: strings become strings, arrays arrays, and objects keep their keys.
  return mapStrings(value, redactor, new Map()) as T;
}

// An answer holds its text twice, as data and as content; a long one is looked through once.
const WORTH_KEEPING = 200;

// A search has a price of its own, which thousands of short strings would each pay.
const MANY = 64;

/**
 * Whether a long list holds nothing to mask, found out with one search: its strings as the paragraphs of one text.
 * What their neighbourhood makes suspicious is looked at again one by one; alone no string is more than in company.
 */
function isClean(list: readonly unknown[], redactor: Redactor, name?: string): boolean {
  const strings: string[] = [];
  if (!list.every((item) => collect(item, strings, name))) return false;
  const text = strings.join('\n\n');
  return redactor(text) === text;
}

/** False as soon as the name of a string says that it is a secret. */
function collect(value: unknown, strings: string[], name?: string): boolean {
  if (typeof value === 'string') {
    strings.push(value);
    return name === undefined || !isSecretField(name, value);
  }
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every((item) => collect(item, strings, name));
  return Object.entries(value).every(([key, item]) => collect(item, strings, key));
}

function mapStrings(value: unknown, redactor: Redactor, seen: Map<string, string>, name?: string): unknown {
  if (typeof value === 'string') return redactString(value, redactor, seen, name);
  if (Array.isArray(value)) {
    if (value.length >= MANY && isClean(value, redactor, name)) return value;
    return value.map((item) => mapStrings(item, redactor, seen, name));
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, redactor, seen, key)]),
  );
}

function redactString(value: string, redactor: Redactor, seen: Map<string, string>, name?: string): string {
  if (value.length < WORTH_KEEPING) return name === undefined ? redactor(value) : redactor.field(name, value);
  const redacted = seen.get(value) ?? redactor(value);
  seen.set(value, redacted);
  if (redacted !== value || name === undefined) return redacted;
  return isSecretField(name, value) ? MASK : value;
}
