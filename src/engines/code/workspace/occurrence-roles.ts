import type { Node } from 'web-tree-sitter';
import { unpackPosition } from '../facts.ts';
import type { LineMap } from '../line-map.ts';

interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A name where it is written as code, and what stands around it. */
export interface Occurrence extends Spot {
  /** The key of an object that is handed to a call: whose key it is, what is called there tells. */
  readonly callee?: Spot;
  /** It is given out, as modules of Node do: `exports.side`, `module.exports = { side }`. */
  readonly isExport?: true;
  /** It is another word for what is written there: `exports.side = function side() {}`. */
  readonly of?: Spot;
  /** What it is called from here on: `const { side: length } = require('./shape')`, `exports.length = side`. */
  readonly alias?: Spot & { readonly name: string };
}

/** Tells an occurrence by its node; all but the place is known of scripts only. */
export function occurrenceAt(node: Node, name: string, { lines, file }: Around): Occurrence {
  const spot = (at: Node): Spot => ({ file, ...unpackPosition(lines.packed(at.startIndex)) });
  const callee = isKey(node) ? calleeAround(node.parent) : undefined;
  const alias = aliasOf(node);
  const of = ownerOf(node);
  return {
    file,
    ...unpackPosition(lines.packed(node.endIndex - name.length)),
    ...(callee && { callee: spot(callee) }),
    ...((isGivenOut(node) || of) && { isExport: true as const }),
    ...(of && { of: spot(of) }),
    ...(alias && alias.text !== name && { alias: { name: alias.text, ...spot(alias) } }),
    ...(alias && alias.text === name && alias.id !== node.id && { alias: { name, ...spot(alias) } }),
  };
}

/** The name of a part of a tuple is for readers only: it means nothing. */
export const isLabel = ({ parent }: Node): boolean =>
  parent?.parent?.type === 'tuple_type' && /_parameter$/.test(parent.type);

interface Around {
  readonly lines: LineMap;
  readonly file: string;
}

const isField = (parent: Node | null | undefined, field: string, node: Node | null): boolean =>
  node !== null && parent?.childForFieldName(field)?.id === node.id;

const isKey = (node: Node): boolean =>
  node.type === 'shorthand_property_identifier' ||
  (node.parent?.type === 'pair' && isField(node.parent, 'key', node)) ||
  (node.parent?.type === 'method_definition' && node.parent.parent?.type === 'object');

/** What an object is handed on through, on its way to a call. */
const ON_THE_WAY = new Set([
  ...['object', 'pair', 'array', 'arguments', 'parenthesized_expression', 'ternary_expression'],
  ...['spread_element', 'arrow_function', 'return_statement', 'await_expression'],
]);

/** The last name of what is called with it. */
function calleeAround(from: Node | null): Node | undefined {
  for (let node = from; node; node = node.parent) {
    if (node.type === 'call_expression' || node.type === 'new_expression') {
      const called = node.childForFieldName('function') ?? node.childForFieldName('constructor');
      return called?.childForFieldName('property') ?? called ?? undefined;
    }
    // What a function returns is handed on by the function.
    if (node.type === 'return_statement') node = functionAround(node) ?? node;
    if (!ON_THE_WAY.has(node.type) && !FUNCTIONS.has(node.type)) return undefined;
  }
  return undefined;
}

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'method_definition']);

function functionAround(from: Node): Node | undefined {
  for (let node = from.parent; node; node = node.parent) {
    if (FUNCTIONS.has(node.type)) return node;
    if (node.type === 'function_declaration') return undefined;
  }
  return undefined;
}

const isExports = (node: Node | null | undefined): boolean => /^(module\.)?exports$/.test(node?.text ?? '');

/** `module.exports = { … }`. */
const isExportedObject = (node: Node | null | undefined): boolean =>
  node?.type === 'object' &&
  node.parent?.type === 'assignment_expression' &&
  isExports(node.parent.childForFieldName('left'));

function isGivenOut(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'member_expression' && isField(parent, 'property', node))
    return isExports(parent.childForFieldName('object'));
  return isKey(node) && isExportedObject(parent?.type === 'object' ? parent : parent?.parent);
}

/** The name that a function or class is given out under. */
function ownerOf({ parent }: Node): Node | undefined {
  const isValue = parent?.type === 'function_expression' || parent?.type === 'class';
  const left = isValue ? exportedLeft(parent) : undefined;
  return left ?? undefined;
}

/** `side` of `exports.side = value`. */
function exportedLeft(value: Node | null): Node | null | undefined {
  const assignment = value?.parent;
  if (assignment?.type !== 'assignment_expression' || !isField(assignment, 'right', value)) return undefined;
  const left = assignment.childForFieldName('left');
  return isExports(left?.childForFieldName('object')) && !isExports(left)
    ? left?.childForFieldName('property')
    : undefined;
}

function aliasOf(node: Node): Node | undefined {
  const { parent } = node;
  if (parent?.type === 'pair_pattern' && isField(parent, 'key', node) && isTaken(parent.parent))
    return identifierIn(parent, 'value');
  if (parent?.type === 'member_expression' && isRequire(parent.childForFieldName('object')))
    return isField(parent.parent, 'value', parent) ? identifierIn(parent.parent, 'name') : undefined;
  if (parent?.type === 'pair' && isField(parent, 'value', node) && isExportedObject(parent.parent))
    return parent.childForFieldName('key') ?? undefined;
  return node.type === 'identifier' ? (exportedLeft(node) ?? undefined) : undefined;
}

const identifierIn = (node: Node | null, field: string): Node | undefined => {
  const found = node?.childForFieldName(field);
  return found?.type === 'identifier' ? found : undefined;
};

/** `const { … } = require('./shape')`. */
const isTaken = (pattern: Node | null): boolean =>
  pattern?.parent?.type === 'variable_declarator' && isRequire(pattern.parent.childForFieldName('value'));

const isRequire = (node: Node | null | undefined): boolean =>
  node?.type === 'call_expression' && node.childForFieldName('function')?.text === 'require';
