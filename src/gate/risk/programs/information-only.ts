import { hasText } from '../../../core/text/find-text.ts';
import type { GivenOption, ParsedArgv } from '../parse/parse-argv.ts';
import type { Value } from '../parse/words.ts';
import { judgeAddress } from '../paths/judge-address.ts';
import { type Rule, tableOf } from './judge.ts';

/** An option such as `--version` or `--dry-run` that keeps the program from its work; nothing unknown may stand beside it. */
export const isAsking = (rule: Rule, args: readonly Value[], parsed: ParsedArgv): boolean =>
  parsed.unknown.length === 0 &&
  parsed.options.some(
    (option) =>
      (option.spec.risk === 'SAFE' &&
        (option.value === undefined || option.spec.value !== 'optional') &&
        isHeard(rule, option.spec.name, args, parsed)) ||
      onlyTells(rule, option, parsed),
  ) &&
  (rule.subcommands === undefined || parsed.operands.length === 0);

/** `--dry-run=client`, and nowhere `--dry-run=none`: the last one counts. */
const onlyTells = (rule: Rule, { spec }: GivenOption, { options }: ParsedArgv): boolean => {
  const rules = rule.values?.[spec.name]?.filter((one) => one.onlyTells) ?? [];
  return (
    rules.length > 0 &&
    options
      .filter((other) => other.spec.name === spec.name)
      .every(({ value }) => value?.isKnown && rules.some(({ pattern }) => pattern.test(value.text)))
  );
};

const CHANGES_OPERANDS = /^(write|create|delete|copy|move)$/;

/** Whether the program gets to see the option, and does nothing else then. */
function isHeard(rule: Rule, name: string, args: readonly Value[], { operands }: ParsedArgv): boolean {
  // Ruby, Lua and others tell their version, and then run the program all the same.
  if (rule.isInterpreter) return name !== '-v' || operands.length === 0;
  // On macOS and Alpine options end where operands begin: `rm a --help` deletes both.
  const mustComeFirst =
    rule.optionsFirst || (/^--(help|version)$/.test(name) && CHANGES_OPERANDS.test(rule.operands ?? ''));
  return !mustComeFirst || comesFirst(name, args);
}

function comesFirst(name: string, args: readonly Value[]): boolean {
  const firstOperand = args.findIndex(({ text }) => !text.startsWith('-'));
  const before = firstOperand === -1 ? args : args.slice(0, firstOperand);
  return before.some(({ text }) =>
    name.startsWith('--') ? text === name : /^-[^-]/.test(text) && hasText(text, name.slice(1)),
  );
}

/** `make help`: a word that, alone, only asks. */
export const isQuestion = ({ questions }: Rule, { options, operands, unknown }: ParsedArgv): boolean =>
  questions !== undefined &&
  unknown.length === 0 &&
  operands.length === 1 &&
  operands.every(({ text, isKnown }) => isKnown && questions.split(' ').includes(text)) &&
  // A file of its own would say what is asked; a directory holds the one that is meant.
  !options.some(({ spec }) => /^(-f|--(make)?file)$/.test(spec.name));

/** `git push --help`: the first word behind a known subcommand is no value of anything. */
export const asksForHelp = (rule: Rule, rest: readonly Value[]): boolean =>
  rest.length === 1 &&
  rest[0]?.isKnown === true &&
  (rest[0].text === '--help' || (rest[0].text === '-h' && !tableOf(rule).byName.has('-h'))) &&
  takesNoWords(rule);

/** Whatever stands behind it is its own option. */
const takesNoWords = ({ operands, isInterpreter, isText }: Rule): boolean =>
  operands !== 'command' && !isInterpreter && !isText;

/** What would be HIGH elsewhere may be less where only this machine hears of it. */
export const contactsOnlyUs = ({ options, operands }: ParsedArgv): boolean => {
  const addresses = [
    ...operands,
    ...options.flatMap(({ spec, value }) => (spec.kind === 'url' && value ? [value] : [])),
  ];
  return addresses.length > 0 && addresses.flatMap(judgeAddress).every(({ risk }) => risk === 'LOW');
};
