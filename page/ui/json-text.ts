type Data = Readonly<Record<string, unknown>>;

/** What a text of JSON holds, or what is wrong with it. */
export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The same where only an object will do. */
export function parseObject(text: string): { readonly value: Data } | { readonly problem: string } {
  const parsed = parseJson(text);
  if ('problem' in parsed) return parsed;
  const { value } = parsed;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { value: value as Data }
    : { problem: 'This has to be an object: { "name": value }' };
}

/** For a field of a form. */
export const problemOfObject = (text: string): string | undefined => {
  const parsed = parseObject(text);
  return 'problem' in parsed ? parsed.problem : undefined;
};
