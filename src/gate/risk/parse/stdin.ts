import type { Redirect, Redirection } from 'unbash';
import { OPEN, type Output } from './output.ts';
import { known, partsValue, type Variables, wordValue } from './words.ts';

/** What stands on the other side of a command's input. */
export interface Stdin {
  readonly stdin: 'nothing' | 'pipe' | 'text';
  readonly input: Output;
}

export const NO_INPUT: Stdin = { stdin: 'nothing', input: OPEN };

/** What a command reads: what comes through its pipe, unless it is redirected. */
export function inputOf(redirects: readonly Redirection[], input: Stdin, variables: Variables): Stdin {
  const last = redirects
    .filter((one) => one.type !== 'Redirect' || one.operator === '<' || one.operator === '<>')
    .filter(
      ({ descriptor }) =>
        descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0),
    )
    .at(-1);
  if (!last) return input;
  if (last.type === 'Redirect' && last.target?.value === '/dev/null') return NO_INPUT;
  if (last.type === 'Redirect') return { stdin: 'pipe', input: fileInput(last, variables) };
  const value =
    last.type === 'HereString'
      ? last.target && wordValue(last.target, variables)
      : last.delimiter?.quoted || !last.body.parts
        ? known(last.body.text)
        : partsValue(last.body.parts, variables);
  return {
    stdin: 'text',
    input: {
      text: value?.isKnown && !value.alternatives ? value.text : undefined,
      origin: value?.origin ?? 'open',
    },
  };
}

function fileInput({ target }: Redirect, variables: Variables): Output {
  const [only, ...more] = target?.parts ?? [];
  if (only?.type === 'ProcessSubstitution' && more.length === 0) return variables.output(only);
  return {
    text: undefined,
    origin: 'file',
    ...(target && { file: wordValue(target, variables) }),
  };
}
