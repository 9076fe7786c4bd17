import { type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import { movesOddly } from '../../../core/shell/plain-moves.ts';
import { isLiteral, plainUses } from '../../../core/shell/plain-variables.ts';

export interface OpenWords {
  /** It names a program, or a file by a variable or a directory, that may be something else when it runs than it seems. */
  readonly isOpen: boolean;
  /** The programs that are told what another command prints; an empty one for a redirection. */
  readonly toldPrinted: ReadonlySet<string>;
}

/** They print or compare their words, and reach nothing by them. */
const TAKES_TEXT =
  /^(echo|printf|true|false|:|test|\[|basename|dirname|exit|return|break|continue|sleep|seq|wait)$/;

/**
 * What a line leaves open until it runs. Its risk goes by what its variables seem to hold; where nothing locks it in, or an
 * answer to other lines would cover it, that is not enough.
 */
export function openWords(script: Script): OpenWords {
  const uses = plainUses(script);
  const toldPrinted = new Set<string>();
  let isOpen = movesOddly(script);
  eachNode(script as SyntaxNode, (node) => {
    if (node.type === 'Command' && node.name && !isLiteral(node.name)) isOpen = true;
    for (const word of namingWords(node))
      eachNode(word, (part) => {
        isOpen ||= isVariable(part) && !uses.has(part);
        if (part.type === 'CommandExpansion') toldPrinted.add(programOf(node));
      });
  });
  return { isOpen, toldPrinted };
}

function namingWords(node: SyntaxNode): readonly Word[] {
  if (node.type === 'Redirect') return node.target ? [node.target] : [];
  return node.type === 'Command' && !TAKES_TEXT.test(node.name?.value ?? ':') ? wordsOf(node) : [];
}

const programOf = (node: SyntaxNode): string => (node.type === 'Command' && node.name?.value) || '';

const wordsOf = ({ args }: Command): Word[] => args.filter((arg) => arg.type === 'Word');

const isVariable = ({ type }: SyntaxNode): boolean =>
  type === 'SimpleExpansion' || type === 'ParameterExpansion';

function eachNode(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    see(node);
    forEachChild(node, (child) => stack.push(child));
  }
}
