import type { Script, SyntaxNode } from 'unbash';
import { nodesIn } from '../../../core/shell/nodes-in.ts';
import { arithmeticIn } from './computed-text.ts';

// Arithmetic looks up the name it finds in a variable, and the index in that name may be a command.
const hasCommandInName = (text: string): boolean =>
  text.split(']').some((part) => {
    const at = part.search(/[A-Za-z_]\d*\[/);
    return at !== -1 && /\$\(|`/.test(part.slice(at));
  });

/** A text like a[$(command)] beside arithmetic: whichever way it gets there, the command in it would run. */
export function hidesCommand(source: string, script: Script): boolean {
  if (!/\[|\$'/.test(source)) return false;
  let computes = false;
  let hasName = false;
  for (const node of nodesIn(script)) {
    computes ||= isArithmetic(node);
    hasName ||= hasCommandInName(plainText(node));
  }
  return computes && hasName;
}

const isArithmetic = (node: SyntaxNode): boolean =>
  node.type.startsWith('Arithmetic') || arithmeticIn(node).length > 0;

const AS_IT_STANDS = /^(Literal|Glob|SingleQuoted|AnsiCQuoted)$/;

/** Text that the shell takes as it stands. */
function plainText(node: SyntaxNode): string {
  switch (node.type) {
    case 'Word':
      return (node.parts ?? []).every(({ type }) => AS_IT_STANDS.test(type)) ? node.value : '';
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return node.value;
    case 'HereDocBody':
      return node.parts ? '' : node.text;
    default:
      return '';
  }
}
