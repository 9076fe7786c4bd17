import { replacePairs } from '../../../core/text/replace-pairs.ts';
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

/** The rules of a style sheet that hold on any screen; those for paper, small screens and animations are left out. */
export function readStyleSheet(css: string): StyleRule[] {
  const rules: StyleRule[] = [];
  const text = replacePairs(css, { open: '/*', close: '*/' }, () => ' ').replace(/<!--|-->/g, ' ');
  /** For each open block whether what is in it counts. */
  const open: boolean[] = [];
  let start = 0;
  let close = 0;
  for (const { index, 0: sign } of text.matchAll(/[{};]/g)) {
    const before = text.slice(start, index).trim();
    const counts = open.at(-1) ?? true;
    if (sign === '{') {
      const isGroup = before.startsWith('@');
      // Where there is none, nobody looks for it again.
      if (close !== -1 && close < index) close = text.indexOf('}', index);
      if (!isGroup && counts && close !== -1 && rules.length < MOST_RULES)
        rules.push(...rulesFor(before, readDeclarations(text.slice(index + 1, close))));
      open.push(counts && (!isGroup || GROUPS.test(before)));
    } else if (sign === '}') open.pop();
    start = index + 1;
  }
  return rules;
}

const GROUPS = /^@(?:layer\b|supports\b|media\s+(?:only\s+)?(?:screen|all)$)/i;

const rulesFor = (selectors: string, declarations: Declarations): StyleRule[] =>
  declarations.size === 0
    ? []
    : selectors.split(',').map((selector) => ({ selector: selector.trim(), declarations }));

/** The declarations of a rule or of a `style` attribute; of two for one property the later counts. */
export function readDeclarations(text: string): Declarations {
  const declarations = new Map<string, Declared>();
  for (const part of text.slice(0, LONGEST).split(';')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const value = part
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const isImportant = /!\s*important$/.test(value);
    if (value !== '')
      declarations.set(part.slice(0, colon).trim().toLowerCase(), {
        value: isImportant ? value.slice(0, value.lastIndexOf('!')).trimEnd() : value,
        isImportant,
      });
  }
  return declarations;
}

const LONGEST = 10_000;

/** How much a selector weighs against others: its names of elements, of classes and so on, as CSS counts them. */
export function weightOf(selector: string): number {
  const count = (pattern: RegExp): number => selector.match(pattern)?.length ?? 0;
  return 10_000 * count(/#[\w-]/g) + 100 * count(/\.[\w-]|\[|:(?!:)/g) + count(/(?:^|[\s>+~])[a-z]/gi);
}
