type Data = Record<string, unknown>;

/** The same data with the secrets in its texts masked. */
export const withoutSecrets = (data: Data, redact: (text: string) => string): Data =>
  // Sound: an object stays an object.
  masked(data, redact) as Data;

function masked(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, redact)]));
}
