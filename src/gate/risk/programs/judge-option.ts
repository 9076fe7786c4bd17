import { namesSecrets } from '../../../core/path/sensitive-paths.ts';
import { type Finding, finding } from '../finding.ts';
import { judgeCode } from '../languages/judge-code.ts';
import { type GivenOption, isGiven, type ParsedArgv } from '../parse/parse-argv.ts';
import { known, type Value } from '../parse/words.ts';
import { judgeAddress } from '../paths/judge-address.ts';
import { givenReads, listedReads } from '../paths/listed-reads.ts';
import { reach } from '../paths/reach.ts';
import type { Judge, Rule } from './judge.ts';
import { firstMatch, judgeProgramText, softened } from './judge-text.ts';
import { noteMissingFile, noteProgramFile } from './note-runs.ts';

/** What the options of a command mean: those that are not known, and those that reach or run something. */
export function judgeOptions(name: string, rule: Rule, parsed: ParsedArgv, judge: Judge): Finding[] {
  const isWritten = isGiven(rule.valuesWrittenWith, parsed);
  const harmless = harmlessNames(rule, parsed);
  return [
    ...parsed.unknown.map((option) =>
      finding('MEDIUM', `Toolgate does not know the option ${option} of ${name}`),
    ),
    ...parsed.options.flatMap(({ spec, value }) =>
      judgeOption(
        name,
        rule,
        {
          spec: {
            ...spec,
            kind: isWritten && spec.kind === 'read' ? 'write' : spec.kind,
            risk: harmless.includes(spec.name) && !holdsFile(value) ? undefined : spec.risk,
          },
          value,
        },
        judge,
      ),
    ),
  ];
}

function harmlessNames({ harmlessBeside }: Rule, { options }: ParsedArgv): readonly string[] {
  if (!harmlessBeside) return [];
  const others = options.filter(
    ({ spec, isGuessed }) => !isGuessed && harmlessBeside.other.split(' ').includes(spec.name),
  );
  const isHarmless = others.every(
    ({ value }) =>
      !harmlessBeside.value || (value?.isKnown === true && harmlessBeside.value.test(value.text)),
  );
  return others.length > 0 && isHarmless ? harmlessBeside.options.split(' ') : [];
}

const holdsFile = (value: Value | undefined): boolean =>
  value !== undefined && (!value.isKnown || /^@|=@|^[^=]*@[^=]*$/.test(value.text));

function judgeOption(name: string, rule: Rule, { spec, value }: GivenOption, judge: Judge): Finding[] {
  const byValue = rule.values?.[spec.name];
  const matched = byValue && value?.isKnown ? firstMatch(byValue, value.text) : undefined;
  if (matched) return [finding(matched.risk, matched.reason)];
  const raised = spec.risk === undefined ? [] : [finding(softened(spec.risk, judge), `${name} ${spec.name}`)];
  if (spec.kind === 'paths' && value && isStream(value))
    return judge.stdin === 'nothing' ? raised : [...raised, ...givenReads(judge.input, judge.place)];
  if (value === undefined || (value.text === '-' && value.isKnown && spec.kind !== 'program')) return raised;
  switch (spec.kind) {
    case 'read':
    case 'write':
    case 'list':
      return [...raised, ...reach(value, spec.kind, judge.place)];
    case 'paths':
      return [...raised, ...reach(value, 'read', judge.place), ...listedReads(value, judge.place)];
    case 'patterns':
      return [...raised, ...reach(value, 'read', judge.place)];
    case 'names':
      return [...raised, ...judgeNames(value)];
    case 'command':
      return [...raised, ...judge.shell(value)];
    case 'url':
      return [...raised, ...judgeAddress(value)];
    case 'code':
      return [...raised, ...judgeCode(name, value, judge)];
    case 'statement':
      return [...raised, ...judgeStatement(name, rule, value, judge)];
    case 'program':
      noteMissingFile(value, judge.place);
      return [...raised, ...judgeProgramFile(name, rule, value, judge)];
    case 'mount':
      return [...raised, ...judgeMount(value, judge)];
    default:
      return raised;
  }
}

/** What a database is told: a question that is known to be one is no more than the client's own risk. */
export const judgeStatement = (name: string, rule: Rule, value: Value, judge: Judge): Finding[] =>
  value.isKnown && rule.onlyAsks?.(value.text) ? [] : judgeCode(name, value, judge);

/** `--include=.env`: whatever is searched, these files are read; behind `!` they are left out. */
const judgeNames = ({ text }: Value): Finding[] =>
  namesSecrets(text) ? [finding('MEDIUM', `${text} finds files with secrets`, { isSecret: true })] : [];

const STREAM = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;

/** Whether a program is taken from a pipe rather than from a file that can be looked at. */
export const isStream = ({ text, isKnown }: Value): boolean => isKnown && STREAM.test(text);

/** A file, or a directory, that decides what the program does: one from elsewhere is somebody else's program. */
export function judgeProgramFile(name: string, rule: Rule, value: Value, judge: Judge): Finding[] {
  if (isStream(value)) {
    const isHere = value.text === '-' || value.text === '/dev/stdin';
    if (isHere && judge.input.text !== undefined && rule.dangerousText && !rule.isInterpreter)
      return judgeProgramText(rule, known(judge.input.text));
    return [finding('HIGH', `${name} takes its instructions from a stream`)];
  }
  noteProgramFile(value, judge.place);
  const reached = reach(value, 'read', judge.place);
  const isOutside = reached.some(({ risk }) => risk !== 'SAFE' && risk !== 'LOW');
  return isOutside
    ? [
        ...reached,
        finding('HIGH', `${name} takes its instructions from ${value.text || 'a file'}, outside the roots`),
      ]
    : reached;
}

/** `HOST:CONTAINER` of a container, or the path of its `--mount`: the host's side is open to be written. */
function judgeMount(value: Value, judge: Judge): Finding[] {
  const [, named] = /(?:^|,)(?:src|source)=([^,]*)/.exec(value.text) ?? [];
  const host = named ?? (/^[^=]*:/.test(value.text) ? value.text.slice(0, value.text.indexOf(':')) : '');
  // A name without a slash is a volume of the container's own.
  if (!/^[./~]/.test(host))
    return value.isKnown ? [] : [finding('HIGH', 'What is mounted is only known at run time')];
  const isReadOnly = /:ro\b|,(ro|readonly)\b/.test(value.text);
  return reach({ ...value, text: host }, isReadOnly ? 'read' : 'write', judge.place);
}
