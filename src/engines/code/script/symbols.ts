import { type Collector, inside, type Source, type Surrounding, type SymbolDraft } from './collector.ts';
import { addOwnProperty, collectMember, INTERFACE_MEMBERS } from './members.ts';
import { bare, child, children, eachChild, isFunction, type Node, nameOf, textField } from './node.ts';
import { functionFacts, heritageOf, shortText, signatureOf } from './signatures.ts';

/** Every definition of a script, in the order of the text. */
export function collectSymbols(program: Node, source: Source): SymbolDraft[] {
  const symbols: SymbolDraft[] = [];
  const collector: Collector = {
    ...source,
    symbols,
    add: (node, name, facts, { statement = node, container, isExported }) => {
      const range = source.lines.range(statement.start, statement.end);
      const { line, column } = source.lines.range((name ?? node).start, (name ?? node).end);
      const doc = source.docOf(statement.start);
      const symbol: SymbolDraft = {
        ...facts,
        line,
        column,
        range,
        start: statement.start,
        end: statement.end,
        ...(container !== undefined && { container }),
        ...(doc !== undefined && doc !== '' && { doc }),
        ...(isExported && { isExported: true as const }),
      };
      symbols.push(symbol);
      return symbol;
    },
    visit: (node, around) => visitNode(collector, node, around),
    visitChildren: (node, around) => {
      const inner = { ...around, statement: undefined, isExported: false, isTop: false };
      eachChild(node, (item) => visitNode(collector, item, inner));
    },
  };
  for (const statement of children(program, 'body')) visitNode(collector, statement, { isTop: true });
  return symbols;
}

function visitNode(to: Collector, node: Node, around: Surrounding): void {
  countBranch(node, around.owner);
  switch (node.type) {
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration': {
      const declaration = child(node, 'declaration');
      if (declaration) visitNode(to, declaration, { ...around, statement: node, isExported: true });
      return;
    }
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      addFunction(to, node, { ...around, name: child(node, 'id') });
      break;
    case 'ClassDeclaration':
      addClass(to, node, { ...around, name: child(node, 'id') });
      break;
    case 'VariableDeclaration':
      addVariables(to, node, around);
      break;
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
      addTypeLike(to, node, around);
      break;
    case 'ExpressionStatement':
      addAssigned(to, node, around);
      break;
    case 'AssignmentExpression':
      addOwnProperty(to, node, around);
      to.visitChildren(node, around);
      break;
    case 'FunctionExpression':
      // It has a `this` of its own.
      to.visitChildren(node, { ...around, self: undefined });
      break;
    default:
      // Types hold no definitions and no branches; they are half of all nodes.
      if (!node.type.startsWith('TS') || node.type === 'TSModuleBlock' || node.type === 'TSAsExpression')
        to.visitChildren(node, around);
      else if (node.type === 'TSNonNullExpression' || node.type === 'TSSatisfiesExpression')
        to.visitChildren(node, around);
  }
}

const BRANCHES = new Set([
  'IfStatement',
  'ConditionalExpression',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
  'LogicalExpression',
]);

function countBranch(node: Node, owner: SymbolDraft | undefined): void {
  if (owner === undefined) return;
  const isBranch =
    BRANCHES.has(node.type) ||
    (node.type === 'SwitchCase' && child(node, 'test') !== undefined) ||
    (node.type === 'AssignmentExpression' && /^(&&|\|\||\?\?)=$/.test(textField(node, 'operator') ?? ''));
  if (isBranch) owner.complexity = (owner.complexity ?? 1) + 1;
}

type Named = Surrounding & { readonly name: Node | undefined };

function addFunction(to: Collector, node: Node, around: Named): void {
  const name = nameOf(around.name) ?? 'default';
  const facts = functionFacts(to.text, node);
  const signature = signatureOf(to.text, node, around.statement);
  const owner = to.add(
    node,
    around.name,
    { name, type: 'function', kind: 'function', signature, ...facts },
    around,
  );
  to.visitChildren(node, { container: inside(around, name), owner });
}

function addClass(to: Collector, node: Node, around: Named): void {
  const name = nameOf(around.name) ?? 'default';
  const signature = signatureOf(to.text, node, around.statement);
  const heritage = heritageOf(to.text, node);
  to.add(node, around.name, { name, type: 'class', kind: 'class', signature, ...heritage }, around);
  const container = inside(around, name);
  for (const member of children(child(node, 'body'), 'body'))
    collectMember(to, member, { container, owner: around.owner });
}

function addVariables(to: Collector, node: Node, around: Surrounding): void {
  const declarators = children(node, 'declarations');
  const kind = textField(node, 'kind') === 'const' ? 'constant' : 'variable';
  for (const declarator of declarators) {
    const id = child(declarator, 'id');
    const value = bare(child(declarator, 'init'));
    // One declaration is the whole statement; of several each is its own.
    const statement = declarators.length === 1 ? (around.statement ?? node) : declarator;
    const here = { ...around, statement };
    const name = nameOf(id);
    if (value && isFunction(value) && name !== undefined) {
      const facts = functionFacts(to.text, value);
      const signature = shortText(to.text, statement.start, child(value, 'body')?.start ?? value.end);
      const owner = to.add(node, id, { name, type: 'function', kind: 'function', signature, ...facts }, here);
      to.visitChildren(value, { container: inside(around, name), owner });
    } else if (value?.type === 'ClassExpression' && name !== undefined) {
      addClass(to, value, { ...here, name: id });
    } else {
      if (around.isTop && id) addNames(to, id, { kind, declarator, here });
      const container = name === undefined ? around.container : inside(around, name);
      if (value?.type === 'ObjectExpression')
        addObject(to, value, { ...around, container, statement: undefined });
      else if (value) to.visit(value, { ...around, statement: undefined, isExported: false, isTop: false });
    }
  }
}

interface Variable {
  readonly kind: 'constant' | 'variable';
  readonly declarator: Node;
  readonly here: Surrounding;
}

/** A variable, or all those of a pattern. */
function addNames(to: Collector, id: Node, variable: Variable): void {
  const name = id.type === 'Identifier' ? nameOf(id) : undefined;
  if (name === undefined) {
    eachChild(id, (part) => {
      const target = part.type === 'Property' ? child(part, 'value') : part;
      const bound = target?.type === 'AssignmentPattern' ? child(target, 'left') : target;
      if (bound && bound.type !== 'TSTypeAnnotation') addNames(to, bound, variable);
    });
    return;
  }
  const annotation = child(child(id, 'typeAnnotation'), 'typeAnnotation');
  const valueType = annotation && shortText(to.text, annotation.start, annotation.end);
  const { declarator, kind, here } = variable;
  const signature = shortText(to.text, here.statement?.start ?? declarator.start, declarator.end, 120);
  to.add(
    declarator,
    id,
    { name, type: 'variable', kind, signature, ...(valueType !== undefined && { valueType }) },
    here,
  );
}

/** Functions in an object that has a name are found by that name. */
function addObject(to: Collector, node: Node, around: Surrounding): void {
  for (const property of children(node, 'properties')) {
    const value = bare(child(property, 'value'));
    const name = property.computed === true ? undefined : nameOf(child(property, 'key'));
    const here = { ...around, isExported: false, isTop: false };
    if (name === undefined || !value) to.visit(property, here);
    else if (isFunction(value)) {
      const facts = functionFacts(to.text, value);
      const signature = shortText(to.text, property.start, child(value, 'body')?.start ?? value.end);
      const method = { name, type: 'function', kind: 'method', signature, ...facts } as const;
      const owner = to.add(property, child(property, 'key'), method, here);
      to.visitChildren(value, { container: inside(around, name), owner });
    } else if (value.type === 'ObjectExpression')
      addObject(to, value, { ...here, container: inside(around, name) });
    else to.visit(value, here);
  }
}

function addTypeLike(to: Collector, node: Node, around: Surrounding): void {
  const id = child(node, 'id');
  const name = nameOf(id) ?? shortText(to.text, id?.start ?? node.start, id?.end ?? node.end);
  const { start, end } = around.statement ?? node;
  const body = child(node, 'body');
  const container = inside(around, name);
  if (node.type === 'TSTypeAliasDeclaration') {
    to.add(
      node,
      id,
      { name, type: 'type', kind: 'type', signature: shortText(to.text, start, end, 200) },
      around,
    );
    return;
  }
  const signature = shortText(to.text, start, body?.start ?? end);
  if (node.type === 'TSInterfaceDeclaration') {
    to.add(
      node,
      id,
      { name, type: 'type', kind: 'interface', signature, ...heritageOf(to.text, node) },
      around,
    );
    for (const member of children(body, 'body'))
      if (INTERFACE_MEMBERS.has(member.type)) collectMember(to, member, { container });
  } else if (node.type === 'TSEnumDeclaration') {
    to.add(node, id, { name, type: 'type', kind: 'enum', signature }, around);
    for (const member of children(body ?? node, 'members')) {
      const key = child(member, 'id');
      const facts = { name: nameOf(key) ?? '', type: 'variable', kind: 'enum-member' } as const;
      to.add(
        member,
        key,
        { ...facts, signature: shortText(to.text, member.start, member.end, 120) },
        { container },
      );
    }
  } else {
    const isGlobal = nameOf(id) === 'global';
    if (!isGlobal) to.add(node, id, { name, type: 'type', kind: 'namespace', signature }, around);
    for (const statement of children(body, 'body')) to.visit(statement, { container, isTop: true });
  }
}

const EXPORTS = /^(module\.)?exports$/;

/** `Shape.prototype.area = function () {}`, `exports.area = () => {}` and the like. */
function addAssigned(to: Collector, node: Node, around: Surrounding): void {
  const expression = child(node, 'expression');
  const left = expression?.type === 'AssignmentExpression' ? child(expression, 'left') : undefined;
  const value = bare(child(expression, 'right'));
  const property =
    left?.type === 'MemberExpression' && left.computed !== true ? child(left, 'property') : undefined;
  const isModule = left !== undefined && EXPORTS.test(to.text.slice(left.start, left.end));
  // `module.exports = function area() {}` has a name of its own.
  const key = (isModule ? child(value, 'id') : undefined) ?? property;
  const name = nameOf(key);
  if (around.isTop && isModule && value?.type === 'ObjectExpression') {
    addObject(to, value, around);
    return;
  }
  const isExport = isModule || EXPORTS.test(to.text.slice(left?.start, child(left, 'object')?.end));
  if (around.isTop && isExport && value?.type === 'ClassExpression' && name !== undefined) {
    addClass(to, value, { ...around, isExported: true, statement: node, name: key });
    return;
  }
  if (!around.isTop || !left || !value || !isFunction(value) || name === undefined) {
    to.visitChildren(node, around);
    return;
  }
  const object = child(left, 'object');
  const on = to.text.slice(object?.start, object?.end).replace(/\.prototype$/, '');
  const kind = isExport ? 'function' : 'method';
  const signature = shortText(to.text, node.start, child(value, 'body')?.start ?? value.end);
  const facts = { name, type: 'function', kind, signature, ...functionFacts(to.text, value) } as const;
  const here = isExport ? { ...around, isExported: true } : { ...around, container: on };
  const owner = to.add(node, key, facts, here);
  to.visitChildren(value, { container: inside(here, name), owner });
}
