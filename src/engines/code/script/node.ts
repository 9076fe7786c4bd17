import { visitorKeys } from 'oxc-parser';

/** A node of the tree, as far as it is the same for all kinds: their own fields are asked for by name. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

export const child = (node: Node | undefined, field: string): Node | undefined => {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
};

export const children = (node: Node | undefined, field: string): Node[] => {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

export const textField = (node: Node | undefined, field: string): string | undefined => {
  const value = node?.[field];
  return typeof value === 'string' ? value : undefined;
};

/** Calls `visit` with every child, in the order of the text. */
export function eachChild(node: Node, visit: (child: Node) => void): void {
  const fields = visitorKeys[node.type];
  if (fields === undefined) return;
  for (const field of fields) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(item);
    } else if (isNode(value)) visit(value);
  }
}

/** The name of an identifier, a key or a string that stands for one. */
export function nameOf(node: Node | undefined): string | undefined {
  switch (node?.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return textField(node, 'name');
    case 'PrivateIdentifier':
      return `#${textField(node, 'name') ?? ''}`;
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? String(node.value)
        : undefined;
    default:
      return undefined;
  }
}

const FUNCTIONS = new Set(['FunctionExpression', 'ArrowFunctionExpression', 'FunctionDeclaration']);

export const isFunction = (node: Node | undefined): boolean => node !== undefined && FUNCTIONS.has(node.type);

/** What a value is, without what TypeScript or brackets put around it. */
export function bare(node: Node | undefined): Node | undefined {
  switch (node?.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return bare(child(node, 'expression'));
    default:
      return node;
  }
}
