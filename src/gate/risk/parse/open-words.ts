import { type Command, forEachChild, type Script, type SyntaxNode, type Word } from 'unbash';
import { movesOddly } from '../../../core/shell/plain-moves.ts';
import { isLiteral, plainUses } from '../../../core/shell/plain-variables.ts';

export interface OpenWords {
  /** It names a program, or a file by a variable or a directory, that may be something else when it runs than it seems. */
  readonly isOpen: boolean;
  /** How the commands begin that are told what another one prints; with nothing for a redirection. */
  readonly toldPrinted: readonly (readonly string[])[];
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
  const toldPrinted: (readonly string[])[] = [];
  let isOpen = movesOddly(script);
  eachNode(script as SyntaxNode, (node) => {
    if (node.type === 'Command' && node.name && !isLiteral(node.name)) isOpen = true;
    for (const word of namingWords(node))
      eachNode(word, (part) => {
        isOpen ||= isVariable(part) && !uses.has(part);
        if (part.type === 'CommandExpansion') toldPrinted.push(beginningOf(node));
      });
  });
  return { isOpen, toldPrinted };
}

function namingWords(node: SyntaxNode): readonly Word[] {
  if (node.type === 'Redirect') return node.target ? [node.target] : [];
  return node.type === 'Command' && !TAKES_TEXT.test(node.name?.value ?? ':') ? wordsOf(node) : [];
}

/** The program, and the word behind it as far as that stands in the line. */
const beginningOf = (node: SyntaxNode): readonly string[] =>
  node.type !== 'Command' || !node.name
    ? []
    : [node.name, ...wordsOf(node).slice(0, 1).filter(isLiteral)].map(({ value }) => value);

const wordsOf = ({ args }: Command): Word[] => args.filter((arg) => arg.type === 'Word');

/** In braces it is not told apart. */
const isVariable = (part: SyntaxNode): boolean =>
  part.type === 'BraceExpansion'
    ? /[$`]/.test(part.text)
    : part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';

function eachNode(root: SyntaxNode, see: (node: SyntaxNode) => void): void {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    see(node);
    forEachChild(node, (child) => stack.push(child));
  }
}
