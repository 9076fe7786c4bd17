import type { Redactor } from './redactor.ts';

/** The same value with every string in it redacted. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  // Sound: strings become strings, arrays arrays, and objects keep their keys.
  return mapStrings(value, redactor) as T;
}

function mapStrings(value: unknown, redactor: Redactor, name?: string): unknown {
  if (typeof value === 'string') return name === undefined ? redactor(value) : redactor.field(name, value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, redactor, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, redactor, key)]),
  );
}
