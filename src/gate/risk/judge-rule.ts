import { NEEDS, type Need } from '../../core/assessment.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import type { PathAccess } from '../../core/touch.ts';
import { judgeAddress } from './address-risk.ts';
import { asksForHelp, contactsOnlyUs, isAsking, isQuestion } from './asking.ts';
import { judgeCode } from './code-risk.ts';
import { type Finding, finding } from './finding.ts';
import { isStream, judgeOptions, judgeProgramFile, judgeStatement } from './judge-option.ts';
import { compileOptions, type OptionTable } from './option-spec.ts';
import { foundBelow, type Output } from './output.ts';
import { isGiven, type ParsedArgv, parseArgv } from './parse-argv.ts';
import type { Place } from './place.ts';
import type { Operands, ProgramRule } from './program-rule.ts';
import { ruleFor } from './programs.ts';
import { reach } from './reach.ts';
import { isFromElsewhere, isUnclear, judgeProgramText, judgeText } from './text-risk.ts';
import { judgeBystanders, NO_WAY_BACK } from './unknown-program.ts';
import { known, UNKNOWN, type Value } from './words.ts';

export type Rule = Omit<ProgramRule, 'names'>;

/** What judging one command may need of the rest. */
export interface Judge {
  readonly place: Place;
  /** What stands on the other side of stdin. */
  readonly stdin: 'nothing' | 'pipe' | 'text';
  /** What comes through it, as far as it is known. */
  readonly input: Output;
  /** Only this machine is contacted. */
  readonly isNearby?: boolean;
  /** What the program needs whose subcommand is judged. */
  readonly needs?: { readonly what: string; readonly from: Risk };
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
export function judgeByRule(name: string, rule: Rule, args: readonly Value[], given: Judge): Finding[] {
  if (rule.isText) return [finding(rule.risk ?? 'SAFE', rule.reason ?? name)];
  const hasCommand = rule.operands === 'command';
  const parsed = parseArgv(rule.isBundleFirst ? withDash(args) : args, tableOf(rule), {
    singleDash: rule.singleDash ?? false,
    stopAtOperand:
      rule.stopAtOperand ?? (hasCommand || rule.subcommands !== undefined || rule.isInterpreter === true),
  });
  const judge: Judge = {
    ...given,
    ...(rule.isMilderNearby && contactsOnlyUs(parsed) && { isNearby: true }),
    ...(rule.needs !== undefined && { needs: { what: rule.needs, from: rule.needsFrom ?? 'SAFE' } }),
  };
  const own = [
    ...judgeOptions(name, rule, parsed, judge),
    ...judgeText(rule, args, parsed, judge),
    ...judgeBusy(name, rule, args),
  ];
  if (isAsking(rule, args, parsed))
    return rule.operands === 'text'
      ? own
      : [...own, ...parsed.operands.flatMap((value) => reach(value, 'read', judge.place))];
  if (isQuestion(rule, parsed)) return [...own, finding('LOW', name)];
  if (rule.subcommands) return [...own, ...judgeSubcommand(name, rule, parsed, judge)];
  return [
    ...own,
    finding(rule.risk ?? 'SAFE', rule.reason ?? name, {
      ...(rule.network && { isNetwork: true }),
      ...(rule.isForbidden && { isForbidden: true }),
      needs: needsFor(name, rule, rule.risk ?? 'SAFE', judge),
    }),
    ...(rule.isInterpreter
      ? judgeInterpreter(name, rule, parsed, judge)
      : judgeOperands(name, rule, parsed, judge)),
    ...judgeStdin(name, rule, parsed, judge),
    ...judgeExec(name, parsed, judge),
    // An option that is not known may do anything with the words beside it.
    ...(parsed.unknown.length > 0 ? judgeBystanders(name, args, judge, { mayWrite: true }) : []),
  ];
}

const SIGNS_IN = /\b(publish|unpublish|push|deploy|login|upload|release|submit|whoami|owner|access|team)\b/;

/** A program that the tables call more than a read changes files; one that changes something elsewhere signs in there. */
function needsFor(
  name: string,
  { network, isInterpreter }: Rule,
  risk: Risk,
  { needs: told }: Judge,
): Need[] {
  if (told)
    return isAtLeast(risk, told.from) ? NEEDS.filter((need) => told.what.split(' ').includes(need)) : [];
  const isWork = isAtLeast(risk, 'MEDIUM') && !isInterpreter;
  return [
    ...(isWork ? (['write'] as const) : []),
    ...(network && SIGNS_IN.test(name) ? (['secrets'] as const) : []),
  ];
}

/** `tar xf a.tar`: the first word is a bundle of options without its dash. */
const withDash = ([first, ...rest]: readonly Value[]): Value[] =>
  first?.isKnown && /^[A-Za-z]+$/.test(first.text)
    ? [{ ...first, text: `-${first.text}` }, ...rest]
    : first
      ? [first, ...rest]
      : [];

function judgeSubcommand(name: string, rule: Rule, { operands }: ParsedArgv, judge: Judge): Finding[] {
  const [first] = operands;
  if (!first) return judgeBare(name, rule, judge);
  if (!first.isKnown) return [finding('HIGH', `Which ${name} command runs is decided only when it runs`)];
  // The longest name the table knows: `compute instances list` before `compute`.
  for (const length of [3, 2, 1]) {
    const words = operands.slice(0, length);
    if (words.length < length || !words.every(({ isKnown }) => isKnown)) continue;
    const path = words.map(({ text }) => text).join(' ');
    const found =
      own(rule.subcommands, path) ?? rule.subcommandPatterns?.find(([pattern]) => pattern.test(path))?.[1];
    if (!found) continue;
    const rest = operands.slice(length);
    return asksForHelp(found, rest) ? [] : judgeByRule(`${name} ${path}`, found, rest, judge);
  }
  return [
    finding(rule.otherwise ?? 'MEDIUM', `${name} ${first.text} is not known to be harmless`, {
      ...(rule.network && { isNetwork: true }),
      needs: judge.needs === undefined ? [] : needsFor(name, rule, rule.otherwise ?? 'MEDIUM', judge),
    }),
    ...(operands.slice(0, 3).some(({ text }) => NO_WAY_BACK.test(text))
      ? [finding('HIGH', `${name} is told to do something that is not easily undone`)]
      : []),
  ];
}

/** Told nothing, many ask, and take what comes through the pipe for the answer. */
const judgeBare = (name: string, rule: Rule, judge: Judge): Finding[] => [
  finding(rule.bare ?? 'SAFE', name),
  ...(judge.stdin === 'nothing' ? [] : [finding('HIGH', `${name} does whatever it is given`)]),
];

const judgeBusy = (name: string, rule: Rule, args: readonly Value[]): Finding[] =>
  args.length === 0 && rule.busyNames?.split(' ').includes(name)
    ? [finding(rule.otherwise ?? 'HIGH', `${name} does its work without being told more`)]
    : [];

/** Only what the table itself says: every object has a `constructor`. */
const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** Program text given as an operand, an option or through stdin: what it does is not ours to know. */
function judgeInterpreter(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const { options, operands, rest } = parsed;
  const [program] = operands;
  const module = options.find(({ spec }) => spec.kind === 'module')?.value;
  if (module) return judgeModule(name, rule, module, rest, judge);
  const isWritten = isGiven(rule.operandsWrittenWith, parsed);
  const reached = operands.flatMap((value) => reach(value, isWritten ? 'write' : 'read', judge.place));
  // Words after an inline program need not be files; they count as if they were.
  if (options.some(({ spec }) => spec.kind === 'code' || spec.kind === 'command'))
    return [
      ...reached,
      ...(operands.some(mayStartProgram)
        ? [finding('MEDIUM', `${name} may start what it is told to read`)]
        : []),
    ];
  if (program && !isStream(program))
    return [
      finding('MEDIUM', `${name} runs a program of its own`),
      ...judgeVerb(name, operands[1]),
      ...judgeProgramFile(name, rule, program, judge),
      ...reached,
    ];
  if (judge.stdin === 'nothing' && !program) return [finding('MEDIUM', `${name} without a program`)];
  // A text that stands here can be read like one given as an argument.
  if (rule.isReadable && judge.stdin === 'text' && judge.input.text !== undefined) {
    const judged = judgeCode(name, known(judge.input.text), judge);
    return judged.some(({ risk }) => risk === 'HIGH' || risk === 'CRITICAL')
      ? [...judged, finding('CRITICAL', `${name} runs whatever it is given`)]
      : judged;
  }
  return [finding('CRITICAL', `${name} runs whatever it is given`)];
}

/** `id|` instead of a file is a program to Perl; a name that only the run decides may be one. */
const mayStartProgram = ({ text, isKnown, isGlob }: Value): boolean =>
  !isKnown || /[|<>]/.test(text) || (isGlob && !/^[\w./].*[\w}]$/.test(text));

// Words by which scripts of a project are told to empty its database.
const EMPTIES = /^(\w+:)?(drop|wipe|flush|fresh|reset|destroy|purge|truncate|delete)(:\w+)?$/;

const judgeVerb = (name: string, verb: Value | undefined): Finding[] =>
  verb && EMPTIES.test(verb.text)
    ? [finding('HIGH', `${name} is told to ${verb.text}, which is not easily undone`)]
    : [];

/** `python -m pytest`: a program of its own, which all that follows belongs to. */
function judgeModule(
  name: string,
  rule: Rule,
  module: Value,
  rest: readonly Value[],
  judge: Judge,
): Finding[] {
  if (!module.isKnown) return [finding('CRITICAL', `What ${name} runs is decided only when it runs`)];
  const listed = own(rule.modules, module.text);
  if (listed) return judgeByRule(`${name} -m ${module.text}`, listed, rest, judge);
  if (module.text.includes('/')) return [finding('HIGH', `${name} runs ${module.text}`)];
  if (ruleFor(module.text)) return judge.command([module, ...rest], name);
  return [finding('MEDIUM', `${name} runs the module ${module.text}`)];
}

/** A command that runs for each path below where the program looks; the path is put in, or comes last. */
function judgeExec(name: string, { options, operands, rest }: ParsedArgv, judge: Judge): Finding[] {
  const program = options.find(({ spec }) => spec.kind === 'exec')?.value;
  if (!program) return [];
  const places = operands.slice(1);
  const found: Value = { ...UNKNOWN, origin: foundBelow(name, operands, places, judge.place) };
  const end = rest.findIndex(({ text }) => text === ';');
  const words = [program, ...(end === -1 ? rest : rest.slice(0, end))];
  const filled = words.map((value) => (/\{[/.]{0,3}\}/.test(value.text) ? found : value));
  return judge.command(filled.includes(found) ? filled : [...filled, found], name);
}

/** A client that takes its orders from stdin when it is given none. */
function judgeStdin(name: string, rule: Rule, { options, operands }: ParsedArgv, judge: Judge): Finding[] {
  if (!rule.ordersFromStdin) return [];
  const isTold = options.some(
    ({ spec }) => /^(code|program|statement)$/.test(spec.kind) || spec.risk === 'LOW',
  );
  if (isTold || (rule.operands === 'database' && operands.length > 1)) return [];
  if (judge.stdin === 'nothing') return [finding('MEDIUM', `${name} waits for orders`)];
  const { text } = judge.input;
  if (text === undefined) return [finding('HIGH', `${name} does whatever it is given`)];
  return rule.onlyAsks?.(text)
    ? []
    : [finding('MEDIUM', `${name} is given orders`), ...judgeProgramText(rule, known(text))];
}

function judgeOperands(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const { operands } = parsed;
  const shape: Operands = rule.operands ?? 'none';
  if (shape === 'command') return judge.command(operands.slice(rule.skip ?? 0), name);
  const paths = operands.filter(({ text }) => text !== '-');
  if (shape === 'none')
    return paths.length === 0
      ? []
      : [
          finding(
            paths.some(({ text }) => NO_WAY_BACK.test(text)) ? 'HIGH' : 'MEDIUM',
            `${name} with "${paths[0]?.text}" is not known to be harmless`,
          ),
        ];
  if (shape === 'text')
    return mayBecomeOption(rule, paths)
      ? [finding('MEDIUM', `${name} may be given options only when it runs`)]
      : [];
  if (shape === 'url') return paths.flatMap(judgeAddress);
  if (shape === 'database')
    return paths.flatMap((value, i) =>
      i === 0 ? reach(value, 'read', judge.place) : judgeStatement(name, rule, value, judge),
    );
  return [
    ...judgePaths(rule, parsed, paths, judge),
    ...(paths.slice(isPlainPattern(shape, paths) ? 1 : 0).some(isFromElsewhere) && hasEffects(rule)
      ? [finding('MEDIUM', `${name} may be given options only when it runs`)]
      : []),
  ];
}

/** `rg "$1" src` in a function: what is looked for stands where it belongs. */
const isPlainPattern = (shape: Operands, paths: readonly Value[]): boolean =>
  shape === 'pattern-read' && paths[1]?.isKnown === true;

function judgePaths(rule: Rule, parsed: ParsedArgv, paths: readonly Value[], judge: Judge): Finding[] {
  const shape: Operands = rule.operands ?? 'none';
  const { options } = parsed;
  const hasPattern = options.some(({ spec: { kind } }) => /^(pattern|patterns|program)$/.test(kind));
  const reached = shape === 'pattern-read' ? paths.slice(hasPattern ? 0 : 1) : paths;
  const inPlace = rule.prints === 'paths' && reached.length === 0 ? [known('.')] : reached;
  if (isGiven(rule.operandsWrittenWith, parsed))
    return reached.flatMap((value) => reach(value, 'write', judge.place));
  if (shape === 'move') return inPlace.flatMap((value) => moved(value, judge.place));
  if (shape === 'create') return inPlace.flatMap((value) => created(value, judge.place));
  return inPlace.flatMap((value, i) => reach(value, accessOf(shape, i, inPlace.length), judge.place));
}

/** A word that is only known at run time may turn out to be an option, which matters where one has effects. */
const mayBecomeOption = (rule: Rule, operands: readonly Value[]): boolean =>
  operands.some(({ isKnown, origin, text }) => !isKnown && isUnclear(origin) && text === '') &&
  [...tableOf(rule).byName.values()].some(
    ({ risk, kind }) => (risk !== undefined && risk !== 'SAFE') || (kind !== 'text' && kind !== 'pattern'),
  );

/** One of its options writes or runs something. */
const hasEffects = (rule: Rule): boolean =>
  rule.operandsWrittenWith !== undefined ||
  [...tableOf(rule).byName.values()].some(
    ({ risk, kind }) =>
      (risk !== undefined && isAtLeast(risk, 'MEDIUM')) || /^(write|command|code|program|exec)$/.test(kind),
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
