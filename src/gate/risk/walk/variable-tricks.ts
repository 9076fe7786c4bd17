import type {
  Command,
  ParameterExpansionPart,
  ParameterTransformOperation,
  SimpleExpansionPart,
} from 'unbash';
import { type Finding, finding } from '../finding.ts';
import type { Output } from '../parse/output.ts';
import type { Judged } from './judged.ts';
import { usedSecret } from './secret-variables.ts';

/** Arithmetic evaluates the text of a name like a[$(command)] again, even out of quotes. */
export const hiddenCommand = (text: string): Finding[] =>
  /\[[^[\]]*(\$\(|`)/.test(behindQuote(text))
    ? [finding('CRITICAL', 'A command may be hidden in the name of a variable')]
    : [];

/** What stands behind the first quote or backslash. */
function behindQuote(text: string): string {
  const at = text.search(/['"\\]/);
  return at === -1 ? '' : text.slice(at + 1);
}

/**
 * The subshell that Bash runs for `$((...))` or `((...))` where that cannot be arithmetic. It counts parentheses to
 * find out, whatever they belong to; a semicolon stands in no arithmetic either.
 */
export function subshellIn(text: string): string | undefined {
  const inside = /^\$?\(\(([\s\S]*)\)\)$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  let depth = 0;
  let isUneven = false;
  for (const character of inside) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) isUneven = true;
  }
  return isUneven || depth !== 0 || inside.includes(';') ? `(${inside})` : undefined;
}

/** `${x@P}` expands what x holds like a prompt, commands in it included. */
const prompted = ({ operand }: ParameterTransformOperation): Finding[] =>
  /^[UuLQEAKak]$/.test(operand.value)
    ? []
    : [finding('CRITICAL', 'It runs commands that stand in the value of a variable')];

/** What a variable that is put in means by itself. */
export function judgeExpansion(
  node: SimpleExpansionPart | ParameterExpansionPart,
  text: string,
  isOwn: (name: string) => boolean,
): Judged[] {
  const operation = node.type === 'ParameterExpansion' ? node.operation : undefined;
  const findings = [
    ...usedSecret(node, isOwn),
    ...(operation?.type === 'Transform' ? prompted(operation) : []),
  ];
  return findings.length > 0 ? [{ text, findings }] : [];
}

/** `IFS=, read a b`: for this one command, which runs no other, where its input is cut. */
export const splitsInput = ({ name, prefix }: Command): boolean =>
  /^(read|mapfile|readarray)$/.test(name?.value ?? '') &&
  prefix.some((part) => part.type === 'Assignment' && part.name === 'IFS');

/** Cut at another place than blanks, a text may become anything. */
export const parted = ({ text, origin }: Output): Output => ({
  text: undefined,
  origin: text === undefined ? origin : 'hidden',
});
