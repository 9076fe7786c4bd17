import { forEachChild, type Script, type SyntaxNode } from 'unbash';
import { betweenWords } from './between-words.ts';

/**
 * Why a line may do something else in fish than in Bash; undefined where it means the same, or nothing, there: fish runs no
 * part of a line that it cannot read.
 */
export function differenceInFish(line: string, script: Script): string | undefined {
  if (/x&[^\s&>;|)]/.test(betweenWords(line, script))) return 'fish takes & inside of a word for a letter';
  const stack: SyntaxNode[] = [script as SyntaxNode];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const found = differenceOf(node);
    if (found !== undefined) return found;
    const isQuoted = /^(DoubleQuoted|LocaleString|HereDocBody)$/.test(node.type);
    forEachChild(node, (child) => {
      if (!isQuoted || child.type !== 'Literal') stack.push(child);
    });
  }
  return undefined;
}

function differenceOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'SingleQuoted':
      return /\\\\|\\'$/.test(node.text) ? 'in fish a backslash escapes inside of single quotes' : undefined;
    case 'Word':
      return node.parts ? undefined : ofLetters(node.text);
    case 'Literal':
    case 'BraceExpansion':
      return ofLetters(node.text);
    case 'DoubleQuoted':
      return node.text.includes('`') ? BACKTICKS : undefined;
    case 'CommandExpansion':
      return node.text.startsWith('`') ? BACKTICKS : undefined;
    case 'Glob':
      return node.kind === 'bracket' ? `fish takes ${node.text} for a name` : undefined;
    case 'SimpleExpansion':
      return /^\$history/.test(node.text) ? 'fish and zsh keep earlier lines in $history' : undefined;
    case 'Assignment':
      return node.value.type === 'ArrayValue' ? PARENTHESES : undefined;
    case 'TestGroup':
      return PARENTHESES;
    case 'TestBinary':
      return node.right.text.includes('(') ? PARENTHESES : undefined;
    case 'Redirect':
      return node.operator === '>|' || node.target?.text.startsWith('?')
        ? `fish does not write to a file with ${node.operator}${node.target?.text ?? ''}`
        : undefined;
    default:
      return undefined;
  }
}

const BACKTICKS = 'fish takes backticks for text';
const PARENTHESES = 'fish runs what stands in parentheses';

/** `\x2e` is a dot there. */
const ofLetters = (text: string): string | undefined =>
  /(^|[^\\])(\\\\)*\\[abcefnrtvxXuU0-7]/.test(text) ? 'fish writes other letters for a backslash' : undefined;
