import type { Function as BashFunction, Script, SyntaxNode } from 'unbash';
import { nodesIn } from '../../../core/shell/nodes-in.ts';

/** A function that starts itself in a pipeline or in the background multiplies without end. */
export function isForkBomb(script: Script): boolean {
  let found = false;
  walk(script, (node) => {
    if (node.type === 'Function' && multiplies(node)) found = true;
  });
  return found;
}

function multiplies({ name, body }: BashFunction): boolean {
  let calls = 0;
  let isParallel = false;
  walk(body, (node) => {
    if (node.type === 'Command' && node.name?.value === name.value) calls++;
    if (node.type === 'Pipeline' || (node.type === 'Statement' && node.background)) isParallel = true;
  });
  return calls > 1 || (calls > 0 && isParallel);
}

function walk(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  for (const node of nodesIn(root)) {
    see(node);
  }
}
