import type { PathAccess } from '../../../core/call/touch.ts';
import type { Access } from '../../../core/process/sandbox.ts';
import { isAtLeast } from '../../../core/risk.ts';
import { type Finding, finding } from '../finding.ts';
import { isGiven, isSurelyGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import { known, type Value } from '../parse/words.ts';
import { judgeAddress } from '../paths/judge-address.ts';
import { reach } from '../paths/reach.ts';
import type { Place } from '../place.ts';
import { type Judge, type Rule, tableOf } from './judge.ts';
import { judgeStatement } from './judge-option.ts';
import { isFromElsewhere, isUnclear } from './judge-text.ts';
import { NO_WAY_BACK } from './judge-unknown.ts';
import { pathOperands } from './path-operands.ts';
import type { Operands } from './program-rule.ts';

/** What the words after the options mean. */
export function judgeOperands(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const { operands } = parsed;
  const shape: Operands = rule.operands ?? 'none';
  if (shape === 'command') return judge.command(operands.slice(rule.skip ?? 0), name);
  const paths = pathOperands(rule, parsed).filter(({ text }) => text !== '-');
  if (shape === 'none')
    return paths.length === 0
      ? []
      : [
          finding(
            paths.some(({ text }) => NO_WAY_BACK.test(text)) ? 'HIGH' : 'MEDIUM',
            ...whatOperandsDo(name, rule, parsed, paths),
          ),
        ];
  if (shape === 'text')
    return mayBecomeOption(rule, paths)
      ? [finding('MEDIUM', `${name} may be given options at run time`)]
      : [];
  if (shape === 'url') return paths.flatMap(judgeAddress);
  if (shape === 'database')
    return paths.flatMap((value, i) =>
      i === 0 ? reach(value, 'read', judge.place) : judgeStatement(name, rule, value, judge),
    );
  return [
    ...judgePaths(rule, parsed, paths, judge),
    ...(paths.slice(isPlainPattern(shape, paths) ? 1 : 0).some(isFromElsewhere) && hasEffects(rule)
      ? [finding('MEDIUM', `${name} may be given options at run time`)]
      : []),
  ];
}

/** Why, and what they need: a word that is not understood is tried where it can do nothing. */
function whatOperandsDo(
  name: string,
  { operandsChange: change }: Rule,
  parsed: ParsedArgv,
  paths: readonly Value[],
): [string, { needs?: Access[] }] {
  if (change && !isSurelyGiven(change.unless, parsed)) return [change.reason, { needs: ['write'] }];
  return [`${name} does not usually take "${paths[0]?.text}"`, {}];
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
  // What is written instead of deleted is milder.
  const isWritten = shape === 'delete' ? isSurelyGiven : isGiven;
  if (isWritten(rule.operandsWrittenWith, parsed))
    return reached.flatMap((value) => reach(value, 'write', judge.place));
  // The last of two is written, also where the first is the input.
  if (shape === 'copy')
    return parsed.operands.flatMap((value, i, all) =>
      value.text === '-' ? [] : reach(value, accessOf(shape, i, all.length), judge.place),
    );
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
export const hasEffects = (rule: Rule): boolean =>
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
