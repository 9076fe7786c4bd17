import { isGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import type { Value } from '../parse/words.ts';
import type { Rule } from './judge.ts';

/** The operands that may be paths: without a mode, an owner or the like that is sure to be one. */
export function pathOperands({ textOperands }: Rule, parsed: ParsedArgv): readonly Value[] {
  const { operands, unknown } = parsed;
  // `chmod -u+x a`: an option that is not known may be the mode, and the first operand a file.
  if (!textOperands || unknown.length > 0 || isGiven(textOperands.unless, parsed)) return operands;
  const [first, ...others] = operands;
  if (first === undefined || !isOneWord(first)) return operands;
  return textOperands.which === 'first' ? others : [first, ...others.filter((value) => !isOneWord(value))];
}

/** What stands for several words has paths behind the first of them. */
const isOneWord = ({ isKnown, isGlob, text, alternatives }: Value): boolean =>
  isKnown && !isGlob && alternatives === undefined && /^\S+$/.test(text);
