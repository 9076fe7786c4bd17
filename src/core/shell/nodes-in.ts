import { forEachChild, type SyntaxNode } from 'unbash';

/** A node and all that is in it, the outer ones first. Without recursion, so that no nesting can overflow the stack. */
export function* nodesIn(root: SyntaxNode): Generator<SyntaxNode, void> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    forEachChild(node, (child) => stack.push(child));
  }
}
