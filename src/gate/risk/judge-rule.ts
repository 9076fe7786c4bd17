import type { Risk } from '../../core/risk.ts';
import type { PathAccess } from '../../core/touch.ts';
import { judgeAddress } from './address-risk.ts';
import { judgeCode } from './code-risk.ts';
import { type Finding, finding } from './finding.ts';
import { compileOptions, type OptionTable } from './option-spec.ts';
import { type GivenOption, type ParsedArgv, parseArgv } from './parse-argv.ts';
import { judgePath } from './path-risk.ts';
import type { Place } from './place.ts';
import type { Operands, ProgramRule } from './program-rule.ts';
import { known, type Value } from './words.ts';

type Rule = Omit<ProgramRule, 'names'>;

/** What judging one command may need of the rest. */
export interface Judge {
  readonly place: Place;
  /** What stands on the other side of stdin. */
  readonly stdin: 'nothing' | 'pipe' | 'text';
  /** The words that come through the pipe are paths below where we look. */
  readonly isListedInput: boolean;
  /** Judges a command given as words. */
  command(words: readonly Value[], text: string): Finding[];
  /** Judges a command given as a line for the shell. */
  shell(source: Value): Finding[];
}

const tables = new WeakMap<Rule, OptionTable>();

const tableOf = (rule: Rule): OptionTable => {
  const table = tables.get(rule) ?? compileOptions(rule.options ?? '');
  tables.set(rule, table);
  return table;
};

/** Judges a command whose program the tables know. */
export function judgeByRule(name: string, rule: Rule, args: readonly Value[], judge: Judge): Finding[] {
  if (rule.isText) return [finding(rule.risk ?? 'SAFE', rule.reason ?? name)];
  const hasCommand = rule.operands === 'command';
  const parsed = parseArgv(rule.isBundleFirst ? withDash(args) : args, tableOf(rule), {
    singleDash: rule.singleDash ?? false,
    stopAtOperand:
      rule.stopAtOperand ?? (hasCommand || rule.subcommands !== undefined || rule.isInterpreter === true),
  });
  const own = [...judgeOptions(name, rule, parsed, judge), ...judgeText(rule, args, parsed)];
  if (isAsking(rule, parsed))
    return [...own, ...parsed.operands.flatMap((value) => reach(value, 'read', judge.place))];
  if (rule.subcommands) return [...own, ...judgeSubcommand(name, rule, parsed, judge)];
  return [
    ...own,
    finding(rule.risk ?? 'SAFE', rule.reason ?? name, {
      ...(rule.network && { isNetwork: true }),
      ...(rule.isForbidden && { isForbidden: true }),
    }),
    ...(rule.isInterpreter
      ? judgeInterpreter(name, parsed, judge)
      : judgeOperands(name, rule, parsed, judge)),
  ];
}

/** An option such as `--version` or `--dry-run` that keeps the program from its work; nothing unknown may stand beside it. */
const isAsking = ({ subcommands }: Rule, { options, operands, unknown }: ParsedArgv): boolean =>
  unknown.length === 0 &&
  options.some(
    ({ spec, value }) => spec.risk === 'SAFE' && (value === undefined || spec.value !== 'optional'),
  ) &&
  (subcommands === undefined || operands.length === 0);

/** `tar xf a.tar`: the first word is a bundle of options without its dash. */
const withDash = ([first, ...rest]: readonly Value[]): Value[] =>
  first?.isKnown && /^[A-Za-z]+$/.test(first.text)
    ? [{ ...first, text: `-${first.text}` }, ...rest]
    : first
      ? [first, ...rest]
      : [];

const isGiven = (names: string | undefined, { options }: ParsedArgv): boolean =>
  names !== undefined && options.some(({ spec }) => names.split(' ').includes(spec.name));

function judgeOptions(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const { options, unknown } = parsed;
  const isWritten = isGiven(rule.valuesWrittenWith, parsed);
  return [
    ...unknown.map((option) => finding('MEDIUM', `${name} ${option} is not known to be harmless`)),
    ...options.flatMap(({ spec, value }) =>
      judgeOption(
        name,
        { spec: isWritten && spec.kind === 'read' ? { ...spec, kind: 'write' } : spec, value },
        judge,
      ),
    ),
  ];
}

function judgeOption(name: string, { spec, value }: GivenOption, judge: Judge): Finding[] {
  const raised = spec.risk === undefined ? [] : [finding(spec.risk, `${name} ${spec.name}`)];
  if (value === undefined || value.text === '-') return raised;
  switch (spec.kind) {
    case 'read':
    case 'write':
    case 'list':
      return [...raised, ...reach(value, spec.kind, judge.place)];
    case 'command':
      return [...raised, ...judge.shell(value)];
    case 'url':
      return [...raised, ...judgeAddress(value)];
    case 'code':
      return [...raised, ...judgeCode(name, value)];
    default:
      return raised;
  }
}

function judgeSubcommand(name: string, rule: Rule, { operands }: ParsedArgv, judge: Judge): Finding[] {
  const [first, second] = operands;
  if (!first) return [finding(rule.bare ?? 'SAFE', name)];
  if (!first.isKnown) return [finding('HIGH', `Which ${name} command runs is decided only when it runs`)];
  const both = second?.isKnown ? own(rule.subcommands, `${first.text} ${second.text}`) : undefined;
  if (both) return judgeByRule(`${name} ${first.text} ${second?.text}`, both, operands.slice(2), judge);
  const one = own(rule.subcommands, first.text);
  if (one) return judgeByRule(`${name} ${first.text}`, one, operands.slice(1), judge);
  return [
    finding(rule.otherwise ?? 'MEDIUM', `${name} ${first.text} is not known to be harmless`, {
      ...(rule.network && { isNetwork: true }),
    }),
  ];
}

/** Only what the table itself says: every object has a `constructor`. */
const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** Program text given as an operand, an option or through stdin: what it does is not ours to know. */
function judgeInterpreter(name: string, { options, operands }: ParsedArgv, judge: Judge): Finding[] {
  const [program] = operands;
  const reached = operands.flatMap((value) => reach(value, 'read', judge.place));
  // Words after an inline program need not be files; those that would be secrets count as such.
  if (options.some(({ spec }) => spec.kind === 'code' || spec.kind === 'command'))
    return reached.filter(({ isSecret }) => isSecret);
  if (program && program.text !== '-') {
    const isOutside = reach(program, 'read', judge.place).length > 0;
    return [finding(isOutside ? 'HIGH' : 'MEDIUM', `${name} runs a program of its own`), ...reached];
  }
  if (judge.stdin === 'nothing') return [finding('MEDIUM', `${name} without a program`)];
  return [finding('CRITICAL', `${name} runs whatever it is given`)];
}

function judgeOperands(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const { operands, options } = parsed;
  const shape: Operands = rule.operands ?? 'none';
  if (shape === 'command') return judge.command(operands.slice(rule.skip ?? 0), name);
  const paths = operands.filter(({ text }) => text !== '-');
  if (shape === 'none')
    return paths.length === 0
      ? []
      : [finding('MEDIUM', `${name} with "${paths[0]?.text}" is not known to be harmless`)];
  if (shape === 'text')
    return mayBecomeOption(rule, paths)
      ? [finding('MEDIUM', `${name} may be given options only when it runs`)]
      : [];
  if (shape === 'url') return paths.flatMap(judgeAddress);
  const hasPattern = options.some(({ spec }) => spec.kind === 'pattern');
  const reached = shape === 'pattern-read' ? paths.slice(hasPattern ? 0 : 1) : paths;
  const inPlace = rule.listsPaths && reached.length === 0 ? [known('.')] : reached;
  if (isGiven(rule.operandsWrittenWith, parsed))
    return reached.flatMap((value) => reach(value, 'write', judge.place));
  if (shape === 'move') return inPlace.flatMap((value) => moved(value, judge.place));
  if (shape === 'create') return inPlace.flatMap((value) => created(value, judge.place));
  return inPlace.flatMap((value, i) => reach(value, accessOf(shape, i, inPlace.length), judge.place));
}

/** A word that is only known at run time may turn out to be an option, which matters where one has effects. */
const mayBecomeOption = (rule: Rule, operands: readonly Value[]): boolean =>
  operands.some(({ isKnown, isListed, text }) => !isKnown && !isListed && text === '') &&
  [...tableOf(rule).byName.values()].some(
    ({ risk, kind }) => (risk !== undefined && risk !== 'SAFE') || (kind !== 'text' && kind !== 'pattern'),
  );

function accessOf(shape: Operands, index: number, count: number): PathAccess {
  const isLast = index === count - 1;
  if (shape === 'copy') return isLast && count > 1 ? 'write' : 'read';
  if (shape === 'list' || shape === 'write' || shape === 'delete') return shape;
  return 'read';
}

/** A move inside the roots loses nothing; a whole place that is moved away is as good as deleted. */
const moved = (value: Value, place: Place): Finding[] => [
  ...reach(value, 'write', place),
  ...reach(value, 'delete', place).filter(({ isForbidden }) => isForbidden),
];

/** A new directory inside the roots harms nothing. */
const created = (value: Value, place: Place): Finding[] =>
  reach(value, 'write', place).map((one) =>
    one.risk === 'MEDIUM' && value.isKnown ? { ...one, risk: 'LOW' } : one,
  );

/** What reaching one path means, as findings. */
export function reach(value: Value, access: PathAccess, place: Place): Finding[] {
  const { risk, reason, isForbidden, isSecret } = judgePath(value, access, place);
  if (risk === 'SAFE') return [];
  return [
    finding(risk, reason ?? value.text, {
      ...(isForbidden && { isForbidden }),
      ...(isSecret && { isSecret }),
    }),
  ];
}

function judgeText(
  { dangerousText }: Rule,
  args: readonly Value[],
  { options, operands }: ParsedArgv,
): Finding[] {
  if (!dangerousText) return [];
  const { pattern, risk, reason } = dangerousText;
  if (args.some(({ text }) => pattern.test(text))) return [finding(risk satisfies Risk, reason)];
  const given = options.flatMap(({ spec, value }) => (spec.kind === 'pattern' && value ? [value] : []));
  const [program] = given.length > 0 ? given : operands;
  return program && !program.isKnown && !program.isListed
    ? [finding('MEDIUM', 'What it is told to do is decided only when it runs')]
    : [];
}
