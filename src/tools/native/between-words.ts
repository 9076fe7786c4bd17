import type { Script } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';

/** A line with an `x` for each letter of its words and texts: operators, blanks and comments are left. */
export function betweenWords(line: string, script: Script): string {
  const left = line.split('');
  // A node comes before those in it: what stands in a substitution is a line of its own again.
  for (const node of nodesIn(script)) {
    const isText = TEXTS.test(node.type);
    if (isText || SUBSTITUTIONS.test(node.type))
      for (let i = node.pos; i < node.end; i++) left[i] = isText ? 'x' : (line[i] ?? '');
  }
  return left.join('');
}

const TEXTS = /^(Word|HereDocDelimiter|HereDocBody|ArithmeticCommand)$/;
const SUBSTITUTIONS = /^(CommandExpansion|ProcessSubstitution|ArithmeticCommandExpansion)$/;
