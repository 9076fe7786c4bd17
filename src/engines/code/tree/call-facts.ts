import type { Node } from 'web-tree-sitter';
import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import type { Parameter, SymbolFact } from '../facts.ts';

type CallFacts = Pick<SymbolFact, 'parameters' | 'returnType' | 'isAsync' | 'complexity'>;

/** What is known of a function beside its name. */
export function callFacts(node: Node): CallFacts {
  const holder = node.childForFieldName('parameters') ?? parametersIn(node.childForFieldName('declarator'));
  const returns = ['return_type', 'result', 'returns', 'type'].flatMap(
    (field) => node.childForFieldName(field) ?? [],
  )[0];
  const start = node.text.slice(0, 200);
  const returnType = returns && shortType(returns.text.replace(/^(->|:)\s*/, '') + starsOf(node));
  return {
    parameters: (holder?.namedChildren ?? []).flatMap((part) =>
      part && !part.isExtra ? parametersOf(part) : [],
    ),
    ...(returnType !== undefined && { returnType }),
    ...(/^[^({]*\basync\b/.test(start) && { isAsync: true as const }),
    complexity: 1,
  };
}

/** C writes what is returned around the name: `node_t *make(int v)`. */
const parametersIn = (declarator: Node | null): Node | null =>
  declarator &&
  (declarator.childForFieldName('parameters') ?? parametersIn(declarator.childForFieldName('declarator')));

function starsOf(node: Node): string {
  const stars = /^[*&\s]*/.exec(node.childForFieldName('declarator')?.text ?? '')?.[0].replace(/\s/g, '');
  return stars ? ` ${stars}` : '';
}

/** They stand between parameters and are none: `def area(side, /, *, deep)`. */
const SEPARATORS = new Set(['keyword_separator', 'positional_separator']);

/** One node may declare several: `b, c string`. */
function parametersOf(node: Node): Parameter[] {
  if (SEPARATORS.has(node.type) || node.text === 'void') return [];
  const isOptional = node.children.some((part) => part?.type === '=') && { isOptional: true as const };
  const inC = node.type.endsWith('parameter_declaration') ? nameInside(node) : undefined;
  if (inC) return [{ name: inC.text, type: typeAround(node, inC), ...isOptional }];
  const inJava =
    node.type === 'spread_parameter' ? node.namedChildren.findLast((part) => part !== null) : null;
  const typeNode = inJava?.previousNamedSibling ?? node.childForFieldName('type');
  const type = typeNode ? shortType(typeNode.text.replace(/^:\s*/, '')) : undefined;
  const names = ['name', 'pattern'].flatMap((field) => (inJava ?? node).childrenForFieldName(field));
  const isTyped = type !== undefined && { type };
  if (names.length > 0)
    return names.flatMap((name) =>
      name ? [{ name: shortName(restMark(node) + name.text), ...isTyped, ...isOptional }] : [],
    );
  if (node.type === 'parameter_declaration' && type !== undefined) return [{ name: '', type }];
  const own = (type === undefined ? undefined : node.namedChild(0)?.text) ?? node.text;
  return [{ name: cutAtWord(own, 120), ...isTyped, ...isOptional }];
}

const shortName = (text: string): string =>
  cutAtWord(text.replace(/^&+/, '').replace(/\s+/g, ' ').trim(), 120);

/** `*rest` and `**options` of Ruby, `...$rest` of PHP; Java and Go write the dots at the type. */
const restMark = (node: Node): string =>
  node.children.some((part) => part?.type === '...') ? '...' : (/^\*+/.exec(node.text)?.[0] ?? '');

/** The name in the middle of its type: `const char *name`, `int (*call)(int)`. */
function nameInside(node: Node): Node | undefined {
  const declarator = node.childForFieldName('declarator') ?? innerOf(node);
  return declarator ? (nameInside(declarator) ?? declarator) : undefined;
}

/** Brackets and references have no field for what they hold. */
const innerOf = (node: Node): Node | null =>
  /^(parenthesized|reference|variadic)_declarator$/.test(node.type) ? node.namedChild(0) : null;

function typeAround(node: Node, name: Node): string {
  const start = name.startIndex - node.startIndex;
  const [rest = ''] = node.text.slice(start + name.text.length).split('=', 1);
  return shortType(`${node.text.slice(0, start)}${rest.trimEnd()}`).trim();
}

const shortType = (text: string): string => cutAtWord(text.replace(/\s+/g, ' '), 200);
