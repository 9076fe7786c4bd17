import { child, children, eachChild, type Node, nameOf } from './node.ts';

const OWN_THIS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSFunctionType',
  'TSConstructorType',
  'ClassDeclaration',
  'ClassExpression',
]);

/** `this` in a static method is the class: TypeScript counts it as a use of its name, except in functions further inside. */
export function staticSelves(declaration: Node): Node[] {
  const name = nameOf(child(declaration, 'id'));
  if (name === undefined) return [];
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ThisExpression')
      found.push({ type: 'Identifier', name, start: node.start, end: node.end });
    else if (!OWN_THIS.has(node.type)) eachChild(node, visit);
  };
  for (const member of children(child(declaration, 'body'), 'body')) {
    const body = child(child(member, 'value'), 'body');
    if (member.type === 'MethodDefinition' && member.static === true && body) eachChild(body, visit);
  }
  return found;
}
