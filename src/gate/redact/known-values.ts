/** Takes secrets out of text; spans are replaced, the rest stays as it is. */
export type Redactor = (text: string) => string;

const SECRET_NAME = /(TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|PRIVATE|API_?KEY|ACCESS_?KEY|AUTH)/i;
const SHORTEST = 8;

/** Knows the secrets in the environment by their exact value. */
export function createRedactor(env: Readonly<Record<string, string | undefined>>): Redactor {
  const values = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= SHORTEST && SECRET_NAME.test(name) ? [value] : [],
  );
  if (values.length === 0) return (text) => text;
  // Longest first: a value may be the beginning of another one.
  const pattern = new RegExp(
    [...new Set(values)]
      .sort((a, b) => b.length - a.length)
      .map(RegExp.escape)
      .join('|'),
    'g',
  );
  return (text) => text.replace(pattern, '[REDACTED]');
}

/** The same value with every string in it redacted. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  // Sound: strings become strings, arrays arrays, and objects keep their keys.
  return mapStrings(value, redactor) as T;
}

function mapStrings(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, redactor));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, redactor)]));
}
