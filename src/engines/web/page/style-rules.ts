import { replacePairs } from '../../../core/text/replace-pairs.ts';
import { pixelsOf, splitOutside, WIDE } from './css-values.ts';

/** What a page says about the looks of an element, by the names of the properties. */
export type Declarations = ReadonlyMap<string, Declared>;

interface Declared {
  readonly value: string;
  readonly isImportant: boolean;
}

export interface StyleRule {
  readonly selector: string;
  readonly declarations: Declarations;
}

/** Far more than a page needs; style sheets of frameworks are as long as they like. */
const MOST_RULES = 20_000;

/** An open block: whose looks are told in it, and whether it counts. */
interface Block {
  readonly selectors: readonly string[];
  readonly declarations: Map<string, Declared>;
  readonly counts: boolean;
}

/** Where a block or a declaration ends; what stands in quotation marks and addresses ends nothing. */
const SIGN = /\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|url\([^"')]*\)?|[{};]/gi;

/** The rules of a style sheet that hold on any screen; those for paper, small screens and animations are left out. */
export function readStyleSheet(css: string): StyleRule[] {
  const rules: StyleRule[] = [];
  const text = replacePairs(css, { open: '/*', close: '*/' }, () => ' ').replace(/<!--|-->/g, ' ');
  const open: Block[] = [];
  let start = 0;
  for (const { index, 0: sign } of text.matchAll(SIGN)) {
    if (!'{};'.includes(sign)) continue;
    const before = text.slice(start, index).trim();
    const around = open.at(-1);
    if (sign === '{') {
      const block = blockIn(around, before);
      open.push(block);
      if (block.counts && rules.length < MOST_RULES)
        for (const selector of block.selectors) rules.push({ selector, declarations: block.declarations });
    } else if (around !== undefined) declare(around.declarations, before);
    if (sign === '}') open.pop();
    start = index + 1;
  }
  // What is open at the end is closed there.
  const last = open.at(-1);
  if (last) declare(last.declarations, text.slice(start));
  return rules.filter(({ declarations }) => declarations.size > 0);
}

function blockIn(around: Block | undefined, prelude: string): Block {
  const declarations = new Map<string, Declared>();
  const counts = around?.counts ?? true;
  if (!prelude.startsWith('@'))
    return { selectors: nested(around?.selectors ?? [], prelude), declarations, counts };
  return { selectors: around?.selectors ?? [], declarations, counts: counts && holdsOnScreens(prelude) };
}

const LONGEST_SELECTOR = 4000;

/** The selectors of a rule, also of one in another rule. */
function nested(around: readonly string[], prelude: string): string[] {
  const selectors = splitOutside(prelude, ',');
  if (around.length === 0) return selectors;
  const [only = ''] = around;
  const outer = around.length === 1 && /^[\w.#-]+$/.test(only) ? only : `:is(${around.join(',')})`;
  if (outer.length > LONGEST_SELECTOR) return [];
  return selectors.map((selector) =>
    selector.includes('&') ? selector.replaceAll('&', outer) : `${outer} ${selector}`,
  );
}

const SMALLEST_SCREEN_PX = 320;

function holdsOnScreens(group: string): boolean {
  const [, name, query = ''] = /^@(layer|supports|media)\b(.*)$/is.exec(group) ?? [];
  if (name?.toLowerCase() !== 'media') return name !== undefined;
  return splitOutside(query.toLowerCase(), ',').some((one) => one.split(/\band\b/).every(isAnyScreen));
}

function isAnyScreen(feature: string): boolean {
  const [, least] = /^\(\s*min-(?:width|height)\s*:([^:]*)\)$/.exec(feature.trim()) ?? [];
  if (least !== undefined) return (pixelsOf(least, WIDE) ?? Number.POSITIVE_INFINITY) <= SMALLEST_SCREEN_PX;
  return /^(?:(?:only\s+)?(?:screen|all)|not\s+print)$/.test(feature.trim());
}

/** The declarations of a `style` attribute; of two for one property the later counts. */
export function readDeclarations(text: string): Declarations {
  const declarations = new Map<string, Declared>();
  for (const part of splitOutside(text, ';')) declare(declarations, part);
  return declarations;
}

const LONGEST = 10_000;
/** Other names for the same, where text is written from left to right. */
const NAMES: Readonly<Record<string, string>> = {
  font: 'font-size',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-block-start': 'margin-top',
  'inline-size': 'width',
  'block-size': 'height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
};

function declare(declarations: Map<string, Declared>, part: string): void {
  const colon = part.indexOf(':');
  if (colon === -1) return;
  const written = lowerCase(part.slice(0, colon).trim());
  const name = NAMES[written] ?? written;
  const value = lowerCase(part.slice(colon + 1, colon + LONGEST).trim());
  const isImportant = /!\s*important$/.test(value);
  if (value === '' && !name.startsWith('--')) return;
  // In the order in which they count.
  declarations.delete(name);
  declarations.set(name, {
    value: isImportant ? value.slice(0, value.lastIndexOf('!')).trimEnd() : value,
    isImportant,
  });
}

/** Only the names of variables are told apart by capitals. */
const lowerCase = (text: string): string =>
  (text.includes('\\') ? text.replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, written) : text).replace(
    /--[\w-]+|[A-Z]+/g,
    (word) => (word.startsWith('--') ? word : word.toLowerCase()),
  );

function written(_: string, hex: string | undefined, sign: string | undefined): string {
  const code = Number.parseInt(hex ?? '', 16);
  return sign ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '');
}

/** How much a selector weighs against others: its names of elements, of classes and so on, as CSS counts them. */
export function weightOf(selector: string): number {
  const text = selector.replace(/:(?:is|not|has)\(/g, '(');
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return 10_000 * count(/#[\w-]/g) + 100 * count(/\.[\w-]|\[|:(?!:)/g) + count(/(?:^|[\s>+~(])[a-z]/gi);
}
