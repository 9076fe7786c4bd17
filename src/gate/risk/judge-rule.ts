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
  const hasCommand = rule.operands === 'command';
  const parsed = parseArgv(args, tableOf(rule), {
    singleDash: rule.singleDash ?? false,
    stopAtOperand:
      rule.stopAtOperand ?? (hasCommand || rule.subcommands !== undefined || rule.isInterpreter === true),
  });
  const own = [...judgeOptions(name, parsed, judge), ...judgeText(rule, args)];
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

function judgeOptions(name: string, { options, unknown }: ParsedArgv, judge: Judge): Finding[] {
  return [
    ...unknown.map((option) => finding('MEDIUM', `${name} ${option} is not known to be harmless`)),
    ...options.flatMap((option) => judgeOption(name, option, judge)),
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
  const both = second?.isKnown ? rule.subcommands?.[`${first.text} ${second.text}`] : undefined;
  if (both) return judgeByRule(`${name} ${first.text} ${second?.text}`, both, operands.slice(2), judge);
  const one = rule.subcommands?.[first.text];
  if (one) return judgeByRule(`${name} ${first.text}`, one, operands.slice(1), judge);
  return [
    finding(rule.otherwise ?? 'MEDIUM', `${name} ${first.text} is not known to be harmless`, {
      ...(rule.network && { isNetwork: true }),
    }),
  ];
}

/** Program text given as an operand, an option or through stdin: what it does is not ours to know. */
function judgeInterpreter(name: string, { options, operands }: ParsedArgv, judge: Judge): Finding[] {
  const [program] = operands;
  if (options.some(({ spec }) => spec.kind === 'code' || spec.kind === 'command')) return [];
  if (options.some(({ spec }) => spec.risk === 'SAFE')) return [];
  if (program && program.text !== '-') {
    return [finding('MEDIUM', `${name} runs a program of its own`), ...reach(program, 'read', judge.place)];
  }
  if (judge.stdin === 'nothing') return [finding('MEDIUM', `${name} without a program`)];
  return [finding('CRITICAL', `${name} runs whatever it is given`)];
}

function judgeOperands(name: string, rule: Rule, { operands, options }: ParsedArgv, judge: Judge): Finding[] {
  const shape: Operands = rule.operands ?? 'none';
  if (shape === 'command') return judge.command(operands.slice(rule.skip ?? 0), name);
  const paths = operands.filter(({ text }) => text !== '-');
  if (shape === 'none')
    return paths.length === 0
      ? []
      : [finding('MEDIUM', `${name} with "${paths[0]?.text}" is not known to be harmless`)];
  if (shape === 'text') return [];
  if (shape === 'url') return paths.flatMap(judgeAddress);
  const hasPattern = options.some(({ spec }) => spec.kind === 'pattern');
  const reached = shape === 'pattern-read' ? paths.slice(hasPattern ? 0 : 1) : paths;
  const inPlace = rule.listsPaths && reached.length === 0 ? [known('.')] : reached;
  return inPlace.flatMap((value, i) => reach(value, accessOf(shape, i, inPlace.length), judge.place));
}

function accessOf(shape: Operands, index: number, count: number): PathAccess {
  const isLast = index === count - 1;
  if (shape === 'copy') return isLast && count > 1 ? 'write' : 'read';
  if (shape === 'move') return isLast && count > 1 ? 'write' : 'delete';
  if (shape === 'list' || shape === 'write' || shape === 'delete') return shape;
  return 'read';
}

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

function judgeText({ dangerousText }: Rule, args: readonly Value[]): Finding[] {
  if (!dangerousText) return [];
  const { pattern, risk, reason } = dangerousText;
  return args.some(({ text }) => pattern.test(text)) ? [finding(risk satisfies Risk, reason)] : [];
}
