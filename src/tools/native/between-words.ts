import { forEachChild, type Script, type SyntaxNode } from 'unbash';

/** A line with an `x` for each letter of its words and texts: operators, blanks and comments are left. */
export function betweenWords(line: string, script: Script): string {
  const left = line.split('');
  const stack: SyntaxNode[] = [script as SyntaxNode];
  // A node comes before those in it: what stands in a substitution is a line of its own again.
  for (let node = stack.pop(); node; node = stack.pop()) {
    const isText = TEXTS.test(node.type);
    if (isText || SUBSTITUTIONS.test(node.type))
      for (let i = node.pos; i < node.end; i++) left[i] = isText ? 'x' : (line[i] ?? '');
    forEachChild(node, (child) => stack.push(child));
  }
  return left.join('');
}

const TEXTS = /^(Word|HereDocDelimiter|HereDocBody|ArithmeticCommand)$/;
const SUBSTITUTIONS = /^(CommandExpansion|ProcessSubstitution|ArithmeticCommandExpansion)$/;
