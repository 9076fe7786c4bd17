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

function mapStrings(value: unknown, redactor: Redactor, seen: Map<string, string>, name?: string): unknown {
  if (typeof value === 'string') return redactString(value, redactor, seen, name);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, redactor, seen, name));
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
