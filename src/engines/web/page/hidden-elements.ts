import type { Element } from './dom.ts';
import { hidingProperties, INHERITED, type Looks, RELEVANT } from './hiding-styles.ts';
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
const GROUNDS = ['background-color', 'background'] as const;
/** Until scripts have run, whole pages are hidden; what is hidden in them is another matter. */
const PAGE = 'html,body,head';

interface Weighed extends StyleRule {
  readonly weight: number;
  /** A class or an identity that an element must have for the rule to fit. */
  readonly key: { readonly attribute: 'class' | 'id'; readonly name: string } | undefined;
}

/**
 * Removes what nobody sees: it is there for machines alone, and may be meant for a model. Looked at are attributes,
 * `style` and the style sheets in the page itself; what scripts and other files hide is not known here.
 */
export function removeHidden(document: Element): void {
  for (const element of document.querySelectorAll('[hidden],[aria-hidden="true"]')) remove(element);
  const deadline = performance.now() + LONGEST_MS;
  const rules = [...document.querySelectorAll('style')]
    .filter(isForScreens)
    .flatMap((sheet) => readStyleSheet(sheet.textContent ?? ''))
    .filter(({ declarations }) => declarations.keys().some((name) => RELEVANT.has(name)))
    .map((rule): Weighed => ({ ...rule, weight: weightOf(rule.selector), key: keyOf(rule.selector) }));
  const looksOf = createLooks(rules, deadline);
  for (const element of candidates(document, rules, deadline)) {
    const found = hidingProperties(withGround(element, looksOf(element), looksOf)).filter(
      (property) => property !== 'opacity' || !fadesIn(element, looksOf(element)),
    );
    if (found.length === 0 || element.matches(PAGE)) continue;
    if (found.some((property) => !INHERITED.has(property))) remove(element);
    else removeText(element, found, looksOf);
  }
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

/** The class or identity that the last part of a selector begins with. */
function keyOf(selector: string): Weighed['key'] {
  const last = selector.slice(/^.*[\s>+~]/s.exec(selector)?.[0].length ?? 0);
  const [, sign, name] = /^[\w*-]*([.#])([\w-]+)/.exec(last) ?? [];
  return name === undefined ? undefined : { attribute: sign === '.' ? 'class' : 'id', name };
}

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
  return hidingProperties(new Map([...said, ...open])).length > 0;
}

type LooksOf = (element: Element) => Looks;

/** What rules and the element itself say in the end, as CSS weighs it. */
function createLooks(rules: readonly Weighed[], deadline: number): LooksOf {
  const known = new Map<Element, Looks>();
  return (element) => {
    const before = known.get(element);
    if (before) return before;
    const fitting = performance.now() > deadline ? [] : rules.filter((rule) => fits(element, rule));
    const said = [
      ...fitting.toSorted((a, b) => a.weight - b.weight),
      { declarations: readDeclarations(element.getAttribute('style') ?? '') },
    ].flatMap(({ declarations }) => [...declarations]);
    const inOrder = [
      ...said.filter(([, { isImportant }]) => !isImportant),
      ...said.filter(([, { isImportant }]) => isImportant),
    ];
    const looks = new Map(inOrder.map(([name, { value }]) => [name, value]));
    known.set(element, looks);
    return looks;
  };
}

/** With the ground of the nearest element around that has one. */
function withGround(element: Element, looks: Looks, looksOf: LooksOf): Looks {
  if (!looks.has('color')) return looks;
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const own = looksOf(around);
    const ground = GROUNDS.map((name) => own.get(name)).find((value) => value !== undefined);
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

function fits(element: Element, { selector, key }: Weighed): boolean {
  if (key !== undefined) {
    const own = element.getAttribute(key.attribute)?.split(/\s+/);
    if (own?.includes(key.name) !== true) return false;
  }
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
