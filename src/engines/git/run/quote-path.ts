const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what git escapes
const SPECIAL = /["\\\u0000-\u001f\u007f]/g;

/** A name as git writes it in diffs and listings with `core.quotePath=false`. */
export function quotePath(name: string, { always = false } = {}): string {
  const escaped = name.replace(
    SPECIAL,
    (char) => ESCAPES[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return always || escaped !== name ? `"${escaped}"` : name;
}
