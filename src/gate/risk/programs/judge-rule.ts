import { type Finding, finding } from '../finding.ts';
import { foundBelow } from '../parse/output.ts';
import { type ParsedArgv, parseArgv } from '../parse/parse-argv.ts';
import { known, UNKNOWN, type Value } from '../parse/words.ts';
import { reach } from '../paths/reach.ts';
import { directoriesFrom } from '../place.ts';
import { judgeIndirectWords } from './indirect-words.ts';
import { asksForHelp, contactsOnlyUs, isAsking, isQuestion } from './information-only.ts';
import { type Judge, ownEntry, type Rule, tableOf } from './judge.ts';
import { judgeDeep } from './judge-deep.ts';
import { judgeInterpreter } from './judge-interpreter.ts';
import { judgeOperands } from './judge-operands.ts';
import { judgeOptions } from './judge-option.ts';
import { judgeOverwritten } from './judge-overwritten.ts';
import { judgeProgramText, judgeText } from './judge-text.ts';
import { judgeBystanders, NO_WAY_BACK } from './judge-unknown.ts';
import { needsFor } from './needs-for.ts';
import { noteOptions, noteVerb } from './note-other-work.ts';
import { noteRun } from './note-runs.ts';
import { onlyPrepares, onlyReads } from './reading-verbs.ts';

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
  noteOptions(name, rule, parsed, judge);
  const own = [
    ...judgeOptions(name, rule, parsed, judge),
    ...judgeText(name, rule, args, parsed, judge),
    ...judgeOverwritten(rule, parsed, judge),
    ...judgeIndirectWords(name, rule, args, judge),
    ...judgeBusy(name, rule, args),
  ];
  if (isAsking(rule, args, parsed))
    return rule.operands === 'text'
      ? own
      : [...own, ...parsed.operands.flatMap((value) => reach(value, 'read', judge.place))];
  if (isQuestion(rule, parsed)) return [...own, finding('LOW', name)];
  if (rule.subcommands)
    return [
      ...own,
      ...judgeSubcommand(name, rule, parsed, { ...judge, ...workTreesOf(name, parsed, judge) }),
    ];
  return [
    ...own,
    finding(rule.risk ?? 'SAFE', rule.reason ?? name, {
      ...(rule.network && { isNetwork: true }),
      ...(rule.isForbidden && { isForbidden: true }),
      needs: needsFor(name, rule, rule.risk ?? 'SAFE', judge),
    }),
    ...(rule.isInterpreter
      ? judgeInterpreter(name, rule, parsed, judge, judgeByRule)
      : judgeOperands(name, rule, parsed, judge)),
    ...judgeStdin(name, rule, parsed, judge),
    ...judgeDeep(name, rule, parsed, judge),
    ...judgeExec(name, parsed, judge),
    // An option that is not known may do anything with the words beside it.
    ...(parsed.unknown.length > 0 ? judgeBystanders(name, args, judge, { mayWrite: true }) : []),
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
  if (!first.isKnown) return [finding('HIGH', `Which ${name} command runs is only known at run time`)];
  // The longest name the table knows: `compute instances list` before `compute`.
  for (const length of [3, 2, 1]) {
    const words = operands.slice(0, length);
    if (words.length < length || !words.every(({ isKnown }) => isKnown)) continue;
    const path = words.map(({ text }) => text).join(' ');
    const found =
      ownEntry(rule.subcommands, path) ??
      rule.subcommandPatterns?.find(([pattern]) => pattern.test(path))?.[1];
    if (!found) continue;
    const rest = operands.slice(length);
    noteVerb(`${name} ${path}`, found, judge);
    return asksForHelp(found, rest) ? [] : judgeByRule(`${name} ${path}`, found, rest, judge);
  }
  // `deno app.ts`: what is none of its commands is a file to run.
  if (rule.hasVerbs === false && /[./]/.test(first.text)) noteRun(first, judge.place, name);
  if (
    rule.hasVerbs !== false &&
    rule.otherwise !== 'CRITICAL' &&
    Object.keys(rule.subcommands ?? {}).length > 0 &&
    onlyReads(operands, NO_WAY_BACK)
  )
    return [
      finding('LOW', `${name} ${first.text}`, {
        ...(rule.network && { isNetwork: true }),
        needs: needsFor(name, rule, 'LOW', judge),
      }),
      ...judgeBystanders(name, operands, judge, { mayWrite: true }),
    ];
  const isPreparing =
    rule.otherwise === 'HIGH' && rule.hasVerbs !== false && onlyPrepares(operands, NO_WAY_BACK);
  const risk = isPreparing ? 'MEDIUM' : (rule.otherwise ?? 'MEDIUM');
  return [
    finding(risk, unlisted(name, first.text), {
      ...(rule.network && { isNetwork: true }),
      needs: isPreparing ? ['write'] : judge.needs === undefined ? [] : needsFor(name, rule, risk, judge),
    }),
    ...(operands.slice(0, 3).some(({ text }) => NO_WAY_BACK.test(text))
      ? [finding('HIGH', `${name} does something that is hard to undo`)]
      : []),
  ];
}

/** `git -C a checkout b`; what another tree or repository makes of it is not looked at. */
function workTreesOf(
  name: string,
  { options }: ParsedArgv,
  { place }: Judge,
): Pick<Judge, 'workTrees'> | undefined {
  const ways = name === 'git' ? options.filter(({ spec }) => spec.kind === 'program') : [];
  if (ways.length === 0) return undefined;
  const isPlain = ways.every(({ spec, value }) => spec.name === '-C' && value?.isKnown);
  return {
    workTrees:
      (isPlain &&
        directoriesFrom(
          ways.map(({ value }) => value?.text ?? ''),
          place,
        )) ||
      [],
  };
}

const unlisted = (name: string, word: string): string =>
  / run(-script)?$/.test(name) ? `runs the script "${word}"` : `Toolgate has no rule for "${name} ${word}"`;

/** Told nothing, many ask, and take what comes through the pipe for the answer. */
const judgeBare = (name: string, rule: Rule, judge: Judge): Finding[] => [
  finding(rule.bare ?? 'SAFE', name),
  ...(judge.stdin === 'nothing' ? [] : [finding('HIGH', `${name} reads its commands from stdin`)]),
];

const judgeBusy = (name: string, rule: Rule, args: readonly Value[]): Finding[] =>
  args.length === 0 && rule.busyNames?.split(' ').includes(name)
    ? [finding(rule.otherwise ?? 'HIGH', `${name} acts without any arguments`)]
    : [];

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
    ({ spec, isGuessed }) =>
      !isGuessed && (/^(code|program|statement)$/.test(spec.kind) || spec.risk === 'LOW'),
  );
  if (isTold || (rule.operands === 'database' && operands.length > 1)) return [];
  if (judge.stdin === 'nothing') return [finding('MEDIUM', `${name} waits for commands`)];
  const { text } = judge.input;
  if (text === undefined) return [finding('HIGH', `${name} reads its commands from stdin`)];
  return rule.onlyAsks?.(text)
    ? []
    : [finding('MEDIUM', `${name} gets commands through its input`), ...judgeProgramText(rule, known(text))];
}
