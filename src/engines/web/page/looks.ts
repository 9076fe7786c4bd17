import { fontSizeOf, withVariables } from './css-values.ts';
import type { Element } from './dom.ts';
import { type Looks, RELEVANT } from './hiding-styles.ts';
import { readDeclarations, type StyleRule } from './style-rules.ts';

export interface Weighed extends StyleRule {
  readonly weight: number;
}

export type LooksOf = (element: Element) => Looks;

/** What rules and the element itself say in the end, as CSS weighs it. */
export function createLooks(rules: readonly Weighed[], deadline: number): LooksOf {
  const candidatesFor = indexRules(rules);
  const saidOf = remembered((element): Looks => {
    const fitting =
      performance.now() > deadline ? [] : candidatesFor(element).filter((rule) => fits(element, rule));
    const said = [
      ...fitting.toSorted((a, b) => a.weight - b.weight),
      { declarations: readDeclarations(element.getAttribute('style') ?? '') },
    ].flatMap(({ declarations }) => [...declarations]);
    const inOrder = [
      ...said.filter(([, { isImportant }]) => !isImportant),
      ...said.filter(([, { isImportant }]) => isImportant),
    ];
    return new Map(inOrder.map(([name, { value }]) => [name, value]));
  });
  const variablesOf = createVariables(saidOf, deadline);
  return remembered((element) => {
    const said = saidOf(element);
    const looks = new Map(said);
    for (const [name, value] of said) {
      if (!RELEVANT.has(name) || !value.includes('var(')) continue;
      const resolved = withVariables(value, variablesOf(element));
      // A ground is there, if an unknown one.
      if (resolved !== undefined) looks.set(name, resolved);
      else if (!name.startsWith('background')) looks.delete(name);
    }
    const size = looks.get('font-size');
    if (size !== undefined) looks.set('font-size', fontSizeOf(size));
    return looks;
  });
}

const remembered = (tell: (element: Element) => Looks): LooksOf => {
  const known = new Map<Element, Looks>();
  return (element) => {
    const looks = known.get(element) ?? tell(element);
    known.set(element, looks);
    return looks;
  };
};

const isVariable = (name: string): boolean => name.startsWith('--');

/** The variables of an element and of those around it. */
function createVariables(saidOf: LooksOf, deadline: number): LooksOf {
  const known = new Map<Element, Looks>();
  return (element) => {
    const inside: Element[] = [];
    let around: Element | null = element;
    for (; around !== null && !known.has(around); around = around.parentElement) inside.push(around);
    let variables: Looks = (around && known.get(around)) ?? new Map();
    for (const one of inside.toReversed()) {
      const own = performance.now() > deadline ? [] : [...saidOf(one)].filter(([name]) => isVariable(name));
      if (own.length > 0) variables = new Map([...variables, ...own]);
      known.set(one, variables);
    }
    return variables;
  };
}

/** For an element the rules whose last part names its class, its identity or its kind, in their order. */
function indexRules(rules: readonly Weighed[]): (element: Element) => Weighed[] {
  const byKey = new Map<string, number[]>();
  for (const [i, { selector }] of rules.entries()) {
    const key = keyOf(selector);
    byKey.set(key, byKey.get(key) ?? []);
    byKey.get(key)?.push(i);
  }
  return (element) => {
    const classes = element.getAttribute('class')?.split(/\s+/) ?? [];
    const keys = [ANY, element.localName.toLowerCase(), `#${element.getAttribute('id')}`];
    return [...new Set([...keys, ...classes.map((name) => `.${name}`)])]
      .flatMap((key) => byKey.get(key) ?? [])
      .toSorted((a, b) => a - b)
      .flatMap((i) => rules[i] ?? []);
  };
}

const ANY = '*';
const IN_BRACKETS = /\[[^[\]]*\]|\((?:[^()]|\([^()]*\))*\)/g;

function keyOf(selector: string): string {
  const bare = selector.slice(0, 1000).replace(IN_BRACKETS, '');
  if (selector.length > 1000 || /[()[\]]/.test(bare.replace(/\\./g, ''))) return ANY;
  const last = bare.slice(/^.*[\s>+~]/s.exec(bare)?.[0].length ?? 0);
  const [, kind = '', sign = '', name = ''] =
    /^([\w*-]*)(?:([.#])((?:[\w-]|\\[^\da-f])+))?/i.exec(last) ?? [];
  if (last.slice(kind.length + sign.length + name.length).startsWith('\\')) return ANY;
  return sign === '' ? kind.toLowerCase() || ANY : sign + name.replaceAll('\\', '');
}

function fits(element: Element, { selector }: Weighed): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}
