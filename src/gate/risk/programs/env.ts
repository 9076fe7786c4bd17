import { type Finding, finding } from '../finding.ts';
import { known, type Value } from '../parse/words.ts';
import { judgeAssignment, judgeHandedOver } from '../walk/judge-assignment.ts';
import type { Judge } from './judge.ts';
import { judgeProgramFile } from './judge-option.ts';
import { noteUnfound } from './note-runs.ts';
import { notKnown, splitWords, type Wrapper } from './wrapper.ts';

/** `env`: its assignments and its command, like those before a command without it. */
export const env: Wrapper = (args, judge, name) => {
  const { operands, unknown, options } = splitWords(
    args,
    '-i --ignore-environment -0 --null -v --debug -u: --unset: -C: --chdir: -S: --split-string: -a: --argv0: --block-signal? --default-signal? --ignore-signal? --list-signal-handling',
  );
  const isAssignment = (value: Value) => value.isKnown && /^[A-Za-z_]\w*=/.test(value.text);
  const at = operands.findIndex((value) => !isAssignment(value));
  const assignments = at === -1 ? operands : operands.slice(0, at);
  const rest = at === -1 ? [] : operands.slice(at);
  const strings = options.filter(({ spec }) => spec.name === '-S' || spec.name === '--split-string');
  if (strings.length > 0)
    return [...notKnown(name, unknown), ...judgeSplit(strings, operands, { judge, name })];
  return [
    ...notKnown(name, unknown),
    ...options
      .filter(({ spec }) => spec.name === '-C' || spec.name === '--chdir')
      .flatMap(({ value }) => (value ? judgeProgramFile(name, {}, value, judge) : [])),
    ...assignments.flatMap((given) => {
      const at = given.text.indexOf('=');
      const variable = given.text.slice(0, at);
      return [
        ...judgeAssignment(variable, { ...given, text: given.text.slice(at + 1) }),
        ...judgeHandedOver(variable),
      ];
    }),
    ...(rest.length > 0
      ? judge.command(rest, name)
      : [finding('LOW', 'shows the environment', { isSecret: true })]),
  ];
};

/** `env -S 'bash -e' x.sh`: the words of the text, and then those behind it, as if env had been given all of them. */
function judgeSplit(
  strings: readonly { readonly value?: Value | undefined }[],
  operands: readonly Value[],
  { judge, name }: { readonly judge: Judge; readonly name: string },
): Finding[] {
  const [{ value } = {}, ...more] = strings;
  if (value?.isKnown && more.length === 0 && /^[\w ./:@%+,=-]+$/.test(value.text))
    return env([...value.text.trim().split(/ +/).map(known), ...operands], judge, name);
  noteUnfound(`what ${name} makes of its text`, judge.place);
  return [
    finding('MEDIUM', `what ${name} makes of its text is only known when it runs`),
    ...strings.flatMap(({ value: text }) => (text ? judge.shell(text) : [])),
    ...(operands.length > 0 ? judge.command(operands, name) : []),
  ];
}
