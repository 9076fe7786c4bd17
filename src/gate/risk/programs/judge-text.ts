import type { Risk } from '../../../core/risk.ts';
import { type Finding, finding } from '../finding.ts';
import { isSurelyGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import { known, type Origin, type Value } from '../parse/words.ts';
import type { Judge, Rule } from './judge.ts';
import type { TextRule } from './program-rule.ts';

/** Words that are dangerous wherever they stand, and program texts that only the run decides. */
export function judgeText(
  name: string,
  rule: Rule,
  args: readonly Value[],
  parsed: ParsedArgv,
  judge: Judge,
): Finding[] {
  const { dangerousText, onlyAsks, readProgram } = rule;
  if (!dangerousText && !readProgram) return [];
  const programs = programsIn(parsed);
  const read = readProgram ? judgeProgram(name, programs, readProgram) : [];
  if (read.length > 0) return read;
  const found = rulesOf(dangerousText)
    .filter(({ unless }) => !isSurelyGiven(unless, parsed))
    .filter((rule) =>
      [...args, ...meantIn(parsed)]
        .filter(({ text, isKnown, origin }) => !rule.isHole || (isKnown ? text !== '' : origin !== 'unset'))
        .some(({ text, alternatives, isKnown }) =>
          [text, ...(alternatives ?? [])].some((one) => fits(rule, one) && !(isKnown && onlyAsks?.(one))),
        ),
    )
    .map(({ risk, reason, isNetwork }) =>
      finding(softened(risk, judge), reason, { ...(isNetwork && { isNetwork }) }),
    );
  if (found.length > 0) return found;
  const [program] = programs;
  return program && ((!program.isKnown && isUnclear(program.origin)) || isFromElsewhere(program))
    ? [
        finding(
          program.origin !== 'open' && args.some(isInPlace) ? 'HIGH' : 'MEDIUM',
          'What it does is only known at run time',
        ),
      ]
    : [];
}

/** Options that are cut short, in full. */
const meantIn = ({ options }: ParsedArgv): Value[] =>
  options.flatMap(({ spec: { name }, value, isGuessed }) =>
    isGuessed ? [known(name), ...(value ? [{ ...value, text: `${name}=${value.text}` }] : [])] : [],
  );

/** Program texts among its options, or else its first operand. */
function programsIn({ options, operands }: ParsedArgv): readonly Value[] {
  const given = options.flatMap(({ spec, value }) => (spec.kind === 'pattern' && value ? [value] : []));
  const isFile = options.some(({ spec }) => /^(patterns|program)$/.test(spec.kind));
  return given.length > 0 ? given : isFile ? [] : operands.slice(0, 1);
}

function judgeProgram(
  name: string,
  programs: readonly Value[],
  read: NonNullable<Rule['readProgram']>,
): Finding[] {
  const isKnown = programs.every((program) => program.isKnown);
  const ways = programs.map(({ text, alternatives = [text] }) => alternatives);
  // Several are lines of one program; where they may be one of several things, each is read by itself.
  const texts = ways.some(({ length }) => length > 1) ? ways.flat() : [ways.flat().join('\n')];
  const found = texts.map(read);
  if (found.includes('reaches out'))
    return [finding('CRITICAL', `a program for ${name} that runs a command, or reads or writes other files`)];
  // What only the run fills in leaves holes.
  return isKnown && found.includes('not understood')
    ? [finding('MEDIUM', `a program for ${name} that Toolgate cannot read`)]
    : [];
}

/** With these it also writes: a text that a program prints is then no edit like another. */
const isInPlace = ({ text }: Value): boolean => /^(-[a-zA-Z]*i|--i(n|$|=))/.test(text);

/** A program text that came another way than as an argument. */
export const judgeProgramText = ({ dangerousText }: Rule, { text }: Value): Finding[] =>
  rulesOf(dangerousText)
    .filter((rule) => fits(rule, text))
    .map(({ risk, reason }) => finding(risk, reason));

/** A request to a server on this machine changes what the developer runs there, and nothing else. */
export const softened = (risk: Risk, { isNearby }: Judge): Risk =>
  isNearby && risk === 'HIGH' ? 'MEDIUM' : risk;

export const firstMatch = (rules: readonly TextRule[], text: string): TextRule | undefined =>
  rules.find((rule) => fits(rule, text));

const fits = ({ pattern, longest = Number.POSITIVE_INFINITY }: TextRule, text: string): boolean =>
  text.length > longest || pattern.test(text);

const rulesOf = (rules: Rule['dangerousText']): readonly TextRule[] =>
  rules === undefined ? [] : isList(rules) ? rules : [rules];

const isList = (rules: TextRule | readonly TextRule[]): rules is readonly TextRule[] => Array.isArray(rules);

export const isUnclear = (origin: Origin): boolean =>
  origin === 'open' || origin === 'hidden' || origin === 'unset';

/** A whole word that nobody has read: it may be an option, or all that the program is told to do. */
export const isFromElsewhere = ({ isKnown, text, origin }: Value): boolean =>
  !isKnown && text === '' && (origin === 'file' || isUnclear(origin));
