/** The parts of a value or a selector; what stands in brackets or in quotation marks stays together. */
export function splitOutside(text: string, signs: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (depth === 0 && signs.includes(sign)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    } else if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1);
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== '');
}

const MOST_VARIABLES = 1000;
const LONGEST_VALUE = 10_000;
const UNSET = '\u0000';

/**
 * A value with what its variables stand for; undefined where one is nowhere set or set by itself, as browsers then
 * take no notice of it. What goes beyond all use keeps its `var(`.
 */
export function withVariables(value: string, variables: ReadonlyMap<string, string>): string | undefined {
  const known = new Map<string, string | undefined>();
  let left = MOST_VARIABLES;
  const resolve = (written: string): string | undefined => {
    let text = written;
    for (;;) {
      // The last one has no other in it.
      const start = text.lastIndexOf('var(');
      if (start === -1) return text.includes(UNSET) ? undefined : text.trim();
      if (left-- <= 0 || text.length > LONGEST_VALUE) return text;
      const end = closingBracket(text, start + 'var('.length);
      const [name = '', ...fallback] = text.slice(start + 'var('.length, end).split(',');
      const meant = meaningOf(name.trim()) ?? (fallback.length > 0 ? fallback.join(',') : UNSET);
      text = `${text.slice(0, start)}${meant.trim()}${text.slice(end + 1)}`;
    }
  };
  const meaningOf = (name: string): string | undefined => {
    if (known.has(name)) return known.get(name);
    // While it is looked for it has no value of its own.
    known.set(name, undefined);
    const set = variables.get(name);
    const meant = set === undefined ? undefined : resolve(set);
    known.set(name, meant);
    return meant;
  };
  return resolve(value);
}

/** Where the bracket ends that is open; at the end of the text at the latest. */
function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

const PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 1.33,
  em: 16,
  rem: 16,
  ch: 8,
  cm: 38,
  mm: 3.8,
  in: 96,
  vh: 8,
};

/** Pixels of a hundredth of what is around, and of the screen. */
export interface Scale {
  readonly '%': number;
  readonly vw: number;
}

export const WIDE: Scale = { '%': 12, vw: 12 };
export const NARROW: Scale = { '%': 6, vw: 6 };

const TOKEN = /\s*((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]+|%)?|[a-z-]*\(|[-+*/),])/y;
const FUNCTIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  '(': ([value = Number.NaN]) => value,
  'calc(': ([value = Number.NaN]) => value,
  'min(': (values) => Math.min(...values),
  'max(': (values) => Math.max(...values),
  'clamp(': ([least = Number.NaN, value = Number.NaN, most = Number.NaN]) =>
    Math.max(least, Math.min(value, most)),
};
const MOST_TOKENS = 100;

/** A length in pixels, near enough, also one that is calculated; sizes that depend on something else have none. */
export function pixelsOf(value: string, scale: Scale): number | undefined {
  const tokens = tokensOf(value);
  let at = 0;
  const sum = (): number => {
    let total = product();
    while (tokens[at] === '+' || tokens[at] === '-') total += tokens[at++] === '+' ? product() : -product();
    return total;
  };
  const product = (): number => {
    let total = single();
    while (tokens[at] === '*' || tokens[at] === '/') total *= tokens[at++] === '*' ? single() : 1 / single();
    return total;
  };
  const single = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '-') return -single();
    if (token === '+') return single();
    if (!token.endsWith('(')) return inPixels(token, scale);
    const values = [sum()];
    while (tokens[at] === ',') {
      at++;
      values.push(sum());
    }
    // A bracket may be missing at the end.
    if (tokens[at] === ')') at++;
    return FUNCTIONS[token]?.(values) ?? Number.NaN;
  };
  const result = sum();
  return at === tokens.length && Number.isFinite(result) ? result : undefined;
}

function tokensOf(value: string): string[] {
  const text = value.trim();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length && tokens.length < MOST_TOKENS) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return [];
    tokens.push(token);
  }
  return tokens;
}

/** Of nothing, any unit is nothing. */
function inPixels(token: string, scale: Scale): number {
  const number = Number.parseFloat(token);
  if (number === 0) return 0;
  const unit = token.replace(/^[\d.]+(?:e[+-]?\d+)?/, '');
  return number * ({ ...PIXELS, ...scale }[unit] ?? Number.NaN);
}

/** The size in the shorthand `font`; a size alone is what it is. */
export function fontSizeOf(value: string): string {
  const parts = splitOutside(value, ' \t\n\r\f').map((part) => splitOutside(part, '/')[0] ?? '');
  if (parts.length < 2) return parts[0] ?? '';
  // Numbers without a unit are how bold the letters are.
  return (
    parts.find((part) => /^(?:-?[\d.]+(?:[a-z]|%)|0$|0\.?0*$|(?:calc|min|max|clamp)\()/.test(part)) ?? ''
  );
}
