import { bare, child, children, type Node, nameOf, textField } from './node.ts';

/** `const { side } = shape` is a name of the module and a member of the shape: only types know who else uses it. */
export function sharedNames(program: Node): string[] {
  return children(program, 'body').flatMap((statement) => {
    const declaration = child(statement, 'declaration') ?? statement;
    if (declaration.type !== 'VariableDeclaration') return [];
    return children(declaration, 'declarations').flatMap((declarator) =>
      inPattern(child(declarator, 'id'), { isAlias: isRequire(child(declarator, 'init')) }),
    );
  });
}

/** What is taken with `require` is the same thing under any name. */
function inPattern(node: Node | undefined, { isAlias }: { readonly isAlias: boolean }): string[] {
  switch (node?.type) {
    case 'ObjectPattern':
      return children(node, 'properties').flatMap((property) => {
        const value = child(property, 'value');
        const target = value?.type === 'AssignmentPattern' ? child(value, 'left') : value;
        const name = nameOf(target);
        if (name === undefined) return inPattern(target, { isAlias });
        return isAlias || property.shorthand === true ? [name] : [];
      });
    case 'ArrayPattern':
      return children(node, 'elements').flatMap((element) => inPattern(element, { isAlias: false }));
    default:
      return [];
  }
}

const isRequire = (value: Node | undefined): boolean => {
  const node = bare(value);
  return node?.type === 'CallExpression' && textField(child(node, 'callee'), 'name') === 'require';
};

/** `module.exports`, or `exports.side`: how modules of Node give things out without a statement for it. */
export function isCommonExport(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const object = child(node, 'object');
  const name = object?.type === 'Identifier' ? nameOf(object) : undefined;
  return name === 'exports' || (name === 'module' && nameOf(child(node, 'property')) === 'exports');
}
