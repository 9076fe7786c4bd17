import type { SymbolKind } from '../facts.ts';
import { type Collector, inside, type Surrounding } from './collector.ts';
import { bare, child, children, isFunction, type Node, nameOf, textField } from './node.ts';
import { functionFacts, shortText, valueTypeOf } from './signatures.ts';

export const INTERFACE_MEMBERS = new Set(['TSPropertySignature', 'TSMethodSignature']);

/** A method or property of a class, or of an interface. */
export function collectMember(to: Collector, node: Node, around: Surrounding): void {
  switch (node.type) {
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      addMethod(to, node, child(node, 'value'), around);
      break;
    case 'TSMethodSignature':
      addMethod(to, node, node, around);
      break;
    case 'PropertyDefinition':
    case 'TSAbstractPropertyDefinition':
    case 'AccessorProperty':
    case 'TSAbstractAccessorProperty':
    case 'TSPropertySignature':
      addProperty(to, node, around);
      break;
    default:
      to.visitChildren(node, around);
  }
}

const METHOD_KINDS: ReadonlyMap<unknown, SymbolKind> = new Map([
  ['constructor', 'constructor'],
  ['get', 'getter'],
  ['set', 'setter'],
]);

function addMethod(to: Collector, node: Node, value: Node | undefined, around: Surrounding): void {
  const key = child(node, 'key');
  const name = keyName(to, node);
  if (!value || name === undefined) {
    to.visitChildren(node, around);
    return;
  }
  const owner = to.add(
    node,
    key,
    {
      name,
      type: 'function',
      kind: METHOD_KINDS.get(node.kind) ?? 'method',
      signature: shortText(to.text, node.start, child(value, 'body')?.start ?? node.end),
      ...functionFacts(to.text, value),
      ...modifiersOf(node, name),
    },
    around,
  );
  for (const parameter of children(value, 'params'))
    if (parameter.type === 'TSParameterProperty') addParameterProperty(to, parameter, around);
  const self = node.static === true ? undefined : around.container;
  if (value !== node) to.visitChildren(value, { container: inside(around, name), owner, self });
}

function addProperty(to: Collector, node: Node, around: Surrounding): void {
  const key = child(node, 'key');
  const name = keyName(to, node);
  const value = bare(child(node, 'value'));
  if (name === undefined) {
    to.visitChildren(node, around);
    return;
  }
  const modifiers = modifiersOf(node, name);
  if (value && isFunction(value)) {
    const signature = shortText(to.text, node.start, child(value, 'body')?.start ?? node.end);
    const method = { name, type: 'function', kind: 'method', signature } as const;
    const owner = to.add(node, key, { ...method, ...functionFacts(to.text, value), ...modifiers }, around);
    to.visitChildren(value, { container: inside(around, name), owner });
    return;
  }
  const valueType = valueTypeOf(to.text, node);
  const signature = shortText(to.text, node.start, node.end, 120);
  const facts = { name, type: 'variable', kind: 'property', signature } as const;
  to.add(node, key, { ...facts, ...(valueType !== undefined && { valueType }), ...modifiers }, around);
  if (value) to.visit(value, { container: inside(around, name), owner: around.owner });
}

/** `this.side = 1` in a method makes a property, where nothing declares it. */
export function addOwnProperty(to: Collector, assignment: Node, around: Surrounding): void {
  const left = child(assignment, 'left');
  const key = left?.computed === true ? undefined : child(left, 'property');
  const name = nameOf(key);
  const container = around.self;
  if (to.isTyped || container === undefined || name === undefined) return;
  if (child(left, 'object')?.type !== 'ThisExpression') return;
  if (to.symbols.some((known) => known.name === name && known.container === container)) return;
  const signature = shortText(to.text, assignment.start, assignment.end, 120);
  to.add(assignment, key, { name, type: 'variable', kind: 'property', signature }, { container });
}

/** `constructor(private readonly log: Log)` declares a property. */
function addParameterProperty(to: Collector, node: Node, around: Surrounding): void {
  const parameter = child(node, 'parameter');
  const id = parameter?.type === 'AssignmentPattern' ? child(parameter, 'left') : parameter;
  const name = nameOf(id);
  if (!id || name === undefined) return;
  const valueType = valueTypeOf(to.text, id);
  const facts = { name, type: 'variable', kind: 'property' } as const;
  const signature = shortText(to.text, node.start, node.end, 120);
  to.add(
    node,
    id,
    { ...facts, signature, ...(valueType !== undefined && { valueType }), ...modifiersOf(node, name) },
    around,
  );
}

/** A key that is computed has no name, but for the well-known symbols. */
function keyName(to: Collector, node: Node): string | undefined {
  const key = child(node, 'key');
  if (node.computed !== true) return nameOf(key);
  return key?.type === 'MemberExpression' ? `[${to.text.slice(key.start, key.end)}]` : undefined;
}

function modifiersOf(node: Node, name: string) {
  const visibility = textField(node, 'accessibility') ?? (name.startsWith('#') ? 'private' : undefined);
  return {
    ...(node.static === true && { isStatic: true as const }),
    ...(visibility !== undefined && { visibility }),
  };
}
