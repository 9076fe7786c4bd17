import type { Element } from './dom.ts';
import { hidingProperties, INHERITED, type Looks, RELEVANT } from './hiding-styles.ts';
import { createLooks, type LooksOf, type Weighed } from './looks.ts';
import {
  type Declarations,
  readDeclarations,
  readStyleSheet,
  type StyleRule,
  weightOf,
} from './style-rules.ts';

/** A page takes what it takes; beyond this the rest of its rules count for nothing. */
const LONGEST_MS = 2000;
/** In the colour of the ground around it. */
const GROUNDS = ['background-image', 'background-color', 'background'] as const;
/** Until scripts have run, whole pages are hidden; what is hidden in them is another matter. */
const PAGE = 'html,body,head';

/** What browsers hide by themselves; a page may say otherwise. */
const OF_BROWSERS = 'dialog:not([open]),[popover]{display:none}';

/**
 * Removes what nobody sees: it is there for machines alone, and may be meant for a model. Looked at are attributes,
 * `style` and the style sheets in the page itself; what scripts and other files hide is not known here.
 */
export function removeHidden(document: Element): void {
  for (const element of document.querySelectorAll('[hidden],[aria-hidden="true"]')) remove(element);
  const deadline = performance.now() + LONGEST_MS;
  const sheets = [...document.querySelectorAll('style')].filter(isForScreens);
  const rules = [
    ...readStyleSheet(OF_BROWSERS).map((rule): Weighed => ({ ...rule, weight: -1 })),
    ...relevantOf(sheets.flatMap((sheet) => readStyleSheet(sheet.textContent ?? ''))).map(
      (rule): Weighed => ({ ...rule, weight: weightOf(rule.selector) }),
    ),
  ];
  const looksOf = createLooks(rules, deadline);
  for (const element of candidates(document, rules, deadline)) {
    const found = hidingProperties(withGround(element, looksOf(element), looksOf)).filter(
      (property) => property !== 'opacity' || !fadesIn(element, looksOf(element)),
    );
    if (found.length === 0 || element.matches(PAGE)) continue;
    if (found.some((property) => !INHERITED.has(property))) remove(element);
    else removeText(element, found, looksOf);
  }
  // Others say what a click on them shows.
  for (const element of document.querySelectorAll('details:not([open])'))
    if (!element.querySelector('summary')?.textContent?.trim()) element.remove();
}

/** Rules that can hide something, and those that set the variables which any of them uses. */
function relevantOf(rules: readonly StyleRule[]): StyleRule[] {
  const used = new Set<string>();
  for (const { declarations } of rules)
    for (const { value } of declarations.values())
      for (const [, name = ''] of value.matchAll(/var\(\s*(--[^\s,()]+)/g)) used.add(name);
  return rules.filter(({ declarations }) =>
    declarations.keys().some((name) => RELEVANT.has(name) || used.has(name)),
  );
}

function remove(element: Element): void {
  if (!element.matches(PAGE)) element.remove();
}

/** Rules in `noscript` are for readers without scripts. */
const isForScreens = (sheet: Element): boolean =>
  sheet.closest('noscript') === null && /^(?:|all|screen)$/i.test(sheet.getAttribute('media')?.trim() ?? '');

const FADES = [
  'animation',
  'animation-name',
  'transition',
  'transition-property',
  'will-change',
  'transform',
];
const FADING = '[data-w-id],[data-aos],[data-sal],[data-animate],[data-framer-appear-id],[data-scroll]';

/** What comes into view with an effect begins invisible, on many a page half of the text. */
const fadesIn = (element: Element, looks: Looks): boolean =>
  FADES.some((name) => looks.has(name)) || element.matches(FADING);

/** Elements that their own style or a rule could hide, whatever other rules say. */
function candidates(document: Element, rules: readonly Weighed[], deadline: number): Set<Element> {
  const found = new Set<Element>();
  for (const element of document.querySelectorAll('[style]'))
    if (couldHide(readDeclarations(element.getAttribute('style') ?? ''))) found.add(element);
  for (const { selector, declarations } of rules) {
    if (performance.now() > deadline) break;
    if (couldHide(declarations)) for (const element of select(document, selector)) found.add(element);
  }
  return found;
}

/** As if other rules said what these leave open. */
function couldHide(declarations: Declarations): boolean {
  const said = [...declarations].map(([name, { value }]) => [name, value] as const);
  const open = [
    ['position', 'absolute'],
    ['overflow', 'hidden'],
    ['background-color', declarations.get('color')?.value ?? ''],
  ] as const;
  return (
    said.some(([name, value]) => RELEVANT.has(name) && value.includes('var(')) ||
    hidingProperties(new Map([...said, ...open])).length > 0
  );
}

/** With the ground of the nearest element around that has one. */
function withGround(element: Element, looks: Looks, looksOf: LooksOf): Looks {
  if (!looks.has('color')) return looks;
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const own = looksOf(around);
    const ground = GROUNDS.map((name) => own.get(name)).find(
      (value) => value !== undefined && value !== 'none',
    );
    if (ground !== undefined) return new Map([...looks, ['background-color', ground]]);
  }
  return looks;
}

/** Removes the text of an element, and of those in it that do not show theirs by a style of their own. */
function removeText(element: Element, hiddenBy: readonly string[], looksOf: LooksOf): void {
  for (const node of [...element.childNodes]) {
    if (node.nodeType === TEXT_NODE) node.remove();
    else if (node.nodeType === ELEMENT_NODE) {
      const inner = node as Element;
      const looks = looksOf(inner);
      const isOwn = hiddenBy.every((property) => looks.has(property) && !isRelative(looks.get(property)));
      if (!isOwn) removeText(inner, hiddenBy, looksOf);
    }
  }
}

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;
/** Of nothing, any part is nothing. */
const isRelative = (value = ''): boolean => /^(?:inherit|unset)$|\d(?:em|%)$/.test(value);

// Selectors come from the page: what the parser does not know selects nothing.
function select(document: Element, selector: string): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    return [];
  }
}
