import { child, children, eachChild, type Node, nameOf, textField } from './node.ts';

/** A name that is declared further inside, and where it stands for something else than the module's. */
export interface Shadow {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly space: readonly ('value' | 'type')[];
}

/** Where a name that is declared here counts: `let` in the block, `var` in the function. */
export interface Spans {
  readonly block: Node;
  readonly body: Node;
}

type OnShadow = (shadow: Shadow) => void;

const VALUE = ['value'] as const;
const TYPE = ['type'] as const;
const BOTH = ['value', 'type'] as const;

/** The names that a node declares where it stands. */
export function declare(node: Node, { block, body }: Spans, onShadow: OnShadow): void {
  const within = (span: Node, space: Shadow['space']) => (name: string) => {
    // `var` in a block of the module is one of the module's own.
    if (span.type !== 'Program') onShadow({ name, start: span.start, end: span.end, space });
  };
  switch (node.type) {
    case 'VariableDeclaration': {
      const bind = within(textField(node, 'kind') === 'var' ? body : block, VALUE);
      for (const declarator of children(node, 'declarations')) bindNames(child(declarator, 'id'), bind);
      break;
    }
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      bindNames(child(node, 'id'), within(block, VALUE));
      break;
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      bindNames(child(node, 'id'), within(block, BOTH));
      break;
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      bindNames(child(node, 'id'), within(block, TYPE));
      break;
    case 'TSImportEqualsDeclaration':
      bindNames(child(node, 'id'), within(block, BOTH));
      break;
    case 'FunctionExpression':
    case 'ClassExpression':
      bindNames(child(node, 'id'), within(node, BOTH));
      break;
    case 'CatchClause':
      bindNames(child(node, 'param'), within(node, VALUE));
      break;
    case 'TSMappedType':
      bindNames(child(node, 'key'), within(node, TYPE));
      break;
    case 'TSConditionalType':
      bindInferred(child(node, 'extendsType'), within(node, TYPE));
      break;
    default:
  }
}

const WITH_PARAMETERS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
  'TSFunctionType',
  'TSConstructorType',
  'TSMethodSignature',
  'TSCallSignatureDeclaration',
  'TSConstructSignatureDeclaration',
]);

/** The names that count inside a node only: its parameters, and those that stand for types. */
export function declareInside(node: Node, onShadow: OnShadow): void {
  const within = (space: Shadow['space']) => (name: string) =>
    onShadow({ name, start: node.start, end: node.end, space });
  if (WITH_PARAMETERS.has(node.type))
    for (const parameter of children(node, 'params')) bindNames(parameter, within(VALUE));
  for (const parameter of children(child(node, 'typeParameters'), 'params'))
    bindNames(child(parameter, 'name'), within(TYPE));
  // A member of an enum is known to those after it by its name.
  if (node.type === 'TSEnumDeclaration')
    for (const member of children(child(node, 'body') ?? node, 'members'))
      bindNames(child(member, 'id'), within(VALUE));
}

function bindNames(node: Node | undefined, bind: (name: string) => void): void {
  switch (node?.type) {
    case undefined:
      return;
    case 'Identifier': {
      const name = nameOf(node);
      if (name !== undefined) bind(name);
      return;
    }
    case 'Property':
      bindNames(child(node, 'value'), bind);
      break;
    case 'AssignmentPattern':
      bindNames(child(node, 'left'), bind);
      break;
    case 'RestElement':
      bindNames(child(node, 'argument'), bind);
      break;
    case 'TSParameterProperty':
      bindNames(child(node, 'parameter'), bind);
      break;
    case 'ObjectPattern':
      for (const property of children(node, 'properties')) bindNames(property, bind);
      return;
    case 'ArrayPattern':
      for (const element of children(node, 'elements')) bindNames(element, bind);
      return;
    default:
  }
}

/** `T extends Promise<infer U> ? U : never` declares U. */
function bindInferred(node: Node | undefined, bind: (name: string) => void): void {
  if (!node) return;
  if (node.type === 'TSInferType') bindNames(child(child(node, 'typeParameter'), 'name'), bind);
  eachChild(node, (item) => bindInferred(item, bind));
}
