import { child, children, type Node, nameOf } from './node.ts';
import { staticSelves } from './static-selves.ts';

/** A name of the module, where it is written. */
export interface Use {
  readonly name: string;
  readonly start: number;
  /** Types and values have names of their own. */
  readonly space: 'value' | 'type' | 'any';
  readonly isDeclaration?: boolean | undefined;
  readonly member?: { readonly name: string; readonly start: number } | undefined;
}

type Visit = (node: Node) => void;
type OnUse = (node: Node, space: Use['space'], more?: Pick<Use, 'member' | 'isDeclaration'>) => void;

/** Visits nodes whose identifiers are not all uses of a name; false where this node is none of them. */
export function visitIdentifiers(node: Node, visit: Visit, use: OnUse): boolean {
  const visitor = VISITORS[node.type];
  return visitor ? visitor(node, visit, use) : false;
}

/** Answers whether all there is to visit was visited. */
type Visitor = (node: Node, visit: Visit, use: OnUse) => boolean;

function visitFields(node: Node, visit: Visit, fields: readonly string[]): true {
  for (const field of fields) {
    const value = node[field];
    if (Array.isArray(value)) for (const item of children(node, field)) visit(item);
    else {
      const one = child(node, field);
      if (one) visit(one);
    }
  }
  return true;
}

/** Only these fields hold uses. */
const only =
  (...fields: string[]): Visitor =>
  (node, visit) =>
    visitFields(node, visit, fields);

/** The key is a use only where it is computed. */
const keyed =
  (...fields: string[]): Visitor =>
  (node, visit) =>
    node.computed === true ? false : visitFields(node, visit, fields);

/** A name that is declared here, and what comes with it. */
const declaring =
  (...fields: string[]): Visitor =>
  (node, visit, use) => {
    const id = child(node, 'id');
    if (id?.type === 'Identifier') use(id, 'any', { isDeclaration: true });
    return visitFields(node, visit, fields);
  };

/** The name of a type, where a value of the same name is something else. */
const typed =
  (field: string): Visitor =>
  (node, visit, use) => {
    const name = child(node, field);
    if (name?.type === 'Identifier') use(name, 'type');
    else if (name) visit(name);
    return visitFields(node, visit, ['typeArguments']);
  };

const member =
  (objectField: string, propertyField: string): Visitor =>
  (node, visit, use) => {
    const object = child(node, objectField);
    const property = child(node, propertyField);
    const isPlain = node.computed !== true;
    if (object?.type === 'Identifier' || object?.type === 'JSXIdentifier') {
      const name = isPlain ? nameOf(property) : undefined;
      use(object, 'value', {
        member: property && name !== undefined ? { name, start: property.start } : undefined,
      });
    } else if (object) visit(object);
    if (!isPlain && property) visit(property);
    return true;
  };

const specifiers =
  (kind: Pick<Use, 'isDeclaration'>): Visitor =>
  (node, visit, use) => {
    if (node.type === 'ExportNamedDeclaration' && child(node, 'source')) return true;
    for (const specifier of children(node, 'specifiers')) {
      const local = child(specifier, 'local');
      if (local) use(local, 'any', kind);
    }
    return visitFields(node, visit, ['declaration']);
  };

const CLASS = declaring(
  'decorators',
  'typeParameters',
  'superClass',
  'superTypeArguments',
  'implements',
  'body',
);

const VISITORS: Readonly<Record<string, Visitor>> = {
  Identifier: (node, visit, use) => {
    use(node, 'value');
    return visitFields(node, visit, ['decorators', 'typeAnnotation']);
  },
  // What begins with a small letter is an element of the page.
  JSXIdentifier: (node, _visit, use) => {
    if (/^[^a-z]/.test(nameOf(node) ?? '')) use(node, 'value');
    return true;
  },
  MemberExpression: member('object', 'property'),
  TSQualifiedName: member('left', 'right'),
  JSXMemberExpression: member('object', 'property'),
  JSXAttribute: only('value'),
  // A shorthand has one identifier for both, which is a use of the name.
  Property: keyed('value'),
  PropertyDefinition: keyed('decorators', 'typeAnnotation', 'value'),
  AccessorProperty: keyed('decorators', 'typeAnnotation', 'value'),
  MethodDefinition: keyed('decorators', 'value'),
  TSAbstractMethodDefinition: keyed('decorators', 'value'),
  TSAbstractPropertyDefinition: keyed('decorators', 'typeAnnotation', 'value'),
  TSAbstractAccessorProperty: keyed('decorators', 'typeAnnotation', 'value'),
  TSPropertySignature: keyed('typeAnnotation'),
  TSMethodSignature: keyed('typeParameters', 'params', 'returnType'),
  TSEnumMember: only('initializer'),
  TSNamedTupleMember: only('elementType'),
  // The name of its key is for readers only.
  TSIndexSignature: (node, visit) => {
    for (const key of children(node, 'parameters')) visitFields(key, visit, ['typeAnnotation']);
    return visitFields(node, visit, ['typeAnnotation']);
  },
  TSMappedType: only('constraint', 'nameType', 'typeAnnotation'),
  TSNamespaceExportDeclaration: only(),
  TSTypeReference: typed('typeName'),
  TSInterfaceHeritage: typed('expression'),
  TSClassImplements: typed('expression'),
  TSTypeParameter: only('constraint', 'default'),
  TSImportType: only('typeArguments'),
  ImportDeclaration: specifiers({ isDeclaration: true }),
  // What is passed on is followed by the name it gets; it is no use that could mean any member.
  ExportNamedDeclaration: specifiers({ isDeclaration: true }),
  ExportDefaultDeclaration: (node, visit, use) => {
    const value = child(node, 'declaration');
    if (value?.type === 'Identifier') use(value, 'any', { isDeclaration: true });
    else if (value) visit(value);
    return true;
  },
  FunctionDeclaration: declaring('typeParameters', 'params', 'returnType', 'body'),
  TSDeclareFunction: declaring('typeParameters', 'params', 'returnType', 'body'),
  ClassDeclaration: (node, visit, use) => {
    for (const self of staticSelves(node)) use(self, 'value', { isDeclaration: true });
    return CLASS(node, visit, use);
  },
  TSInterfaceDeclaration: declaring('typeParameters', 'extends', 'body'),
  TSTypeAliasDeclaration: declaring('typeParameters', 'typeAnnotation'),
  TSEnumDeclaration: declaring('body', 'members'),
  TSModuleDeclaration: declaring('body'),
  LabeledStatement: only('body'),
  BreakStatement: only(),
  ContinueStatement: only(),
  MetaProperty: only(),
  ExportAllDeclaration: only(),
  ImportAttribute: only(),
};
