import { type Command, forEachChild, type Script, type SyntaxNode } from 'unbash';

export const isMove = (node: SyntaxNode): node is Command =>
  node.type === 'Command' && /^(cd|pushd|popd)$/.test(node.name?.value ?? '');

/**
 * Whether a script changes its directory in a way that cannot be followed line by line: in a loop, a branch or a function,
 * behind `!` or `command`, by an option. What stands in a subshell of its own ends with it.
 */
export function movesOddly(script: Script): boolean {
  let [hasFunction, hasMove] = [false, false];
  const stack = [{ node: script as SyntaxNode, isStraight: true }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, isStraight } = next;
    hasFunction ||= node.type === 'Function';
    hasMove ||= isMove(node);
    if (isHiddenMove(node) || (isMove(node) && !(isStraight && isPlain(node)))) return true;
    const isKept = STARTS_ANEW.test(node.type) || (isStraight && GOES_ON.test(node.type));
    forEachChild(node, (child) => stack.push({ node: child, isStraight: isKept }));
  }
  // What a function does is judged where it stands.
  return hasFunction && hasMove;
}

const STARTS_ANEW = /^(Script|Subshell)$/;
const GOES_ON = /^(Statement|AndOr|CompoundList|BraceGroup)$/;

const isPlain = ({ name, prefix, args }: Command): boolean =>
  name?.value === 'cd' && prefix.length === 0 && args.length < 2 && !/^["']?[-+]/.test(args[0]?.text ?? '');

/** `command cd a`. */
const isHiddenMove = (node: SyntaxNode): boolean =>
  node.type === 'Command' &&
  /^(command|builtin)$/.test(node.name?.value ?? '') &&
  node.args.some(({ text }) => !/^[\w./-]+$/.test(text) || /^(cd|pushd|popd)$/.test(text)) &&
  !/^-[vV]$/.test(node.args[0]?.text ?? '');
