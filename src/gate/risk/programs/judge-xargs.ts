import { hasText } from '../../../core/text/find-text.ts';
import { type Finding, finding } from '../finding.ts';
import { compileOptions } from '../parse/option-spec.ts';
import { type GivenOption, parseArgv } from '../parse/parse-argv.ts';
import { known, UNKNOWN, type Value, withFound } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { reach } from '../paths/reach.ts';
import type { Judge } from './judge.ts';

const OPTIONS = compileOptions(
  '-0 --null -r --no-run-if-empty -t --verbose -p --interactive -x --exit -n: --max-args: -P: --max-procs: -L: --max-lines? -s: --max-chars: -I: -i? --replace? -J: -l? -o -S: -R: -d: --delimiter: -a:r --arg-file:r -E: -e? --show-limits',
);
// Each is judged by itself; nobody writes more by hand.
const MOST_ROUNDS = 50;

/** xargs: the words that come through the pipe become arguments, once or again and again. */
export function judgeXargs(args: readonly Value[], judge: Judge, name: string): Finding[] {
  const { operands, unknown, options } = parseArgv(args, OPTIONS, { singleDash: false, stopAtOperand: true });
  const list = lastValue(options, '-a', '--arg-file');
  const { text, origin } = list ? ({ text: undefined, origin: 'file' } as const) : judge.input;
  const rounds = text === undefined ? [[{ ...UNKNOWN, origin }]] : (roundsOf(text, options) ?? [[HIDDEN]]);
  const command = operands.length > 0 ? operands : [known('echo')];
  const place = placeholder(options);
  return [
    ...unknown.map((option) => finding('HIGH', `Toolgate does not know the option ${option} of ${name}`)),
    ...(list ? reach(list, 'read', judge.place) : []),
    ...listedReads(list ?? judge.input.file, judge.place),
    ...rounds.flatMap((words) =>
      judge.command(
        place === undefined ? [...command, ...words] : command.map((value) => filledIn(value, place, words)),
        name,
      ),
    ),
  ];
}

const HIDDEN: Value = { ...UNKNOWN, origin: 'hidden' };

const lastValue = (options: readonly GivenOption[], ...names: readonly string[]): Value | undefined =>
  options.findLast(({ spec }) => names.includes(spec.name))?.value;

const has = (options: readonly GivenOption[], ...names: readonly string[]): boolean =>
  options.some(({ spec }) => names.includes(spec.name));

/** What stands for a line of the input; undefined where words are put at the end instead. */
function placeholder(options: readonly GivenOption[]): Value | undefined {
  if (!has(options, '-I', '-i', '-J', '--replace')) return undefined;
  const given = lastValue(options, '-I', '-i', '-J', '--replace');
  return given && (!given.isKnown || given.text !== '') ? given : known('{}');
}

function filledIn(value: Value, place: Value, [word = UNKNOWN]: readonly Value[]): Value {
  // Which words are filled in is not known: it may be this one.
  if (!place.isKnown) return HIDDEN;
  if (!hasText(value.text, place.text)) return value;
  return {
    ...value,
    text: withFound(value.text, place.text, word.text, word.isKnown ? 'fact' : word.origin),
    isKnown: value.isKnown && word.isKnown,
    origin: word.isKnown ? value.origin : word.origin,
  };
}

/** The words of each run of the command; undefined where they are too many or cannot be told apart. */
function roundsOf(text: string, options: readonly GivenOption[]): Value[][] | undefined {
  const delimiter = lastValue(options, '-d', '--delimiter');
  const isWhole = delimiter !== undefined || has(options, '-0', '--null');
  const lines = text.split(separator(delimiter) ?? '\n').filter((line) => /[^ \t\n]/.test(line));
  if (delimiter && separator(delimiter) === undefined) return undefined;
  const words = lines.map((line) => (isWhole ? [line] : wordsOf(line)));
  const count = Number(lastValue(options, '-n', '--max-args')?.text);
  const rounds = has(options, '-I', '-i', '--replace')
    ? lines.map((line) => [isWhole ? line : line.replace(/^[ \t]+|['"\\]/g, '')])
    : has(options, '-L', '--max-lines')
      ? words
      : count > 0
        ? inGroups(words.flat(), count)
        : [words.flat()];
  return rounds.length > MOST_ROUNDS ? undefined : rounds.map((round) => round.map(known));
}

/** A character, also one that is written as an escape; printf has turned NUL into a new line. */
function separator(delimiter: Value | undefined): string | undefined {
  if (!delimiter) return undefined;
  if (/^(\\n|\\0|\n)$/.test(delimiter.text)) return '\n';
  return delimiter.isKnown && /^[^\\]$/.test(delimiter.text) ? delimiter.text : undefined;
}

/** xargs knows quotes of its own, which hold blanks together. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:"[^"]*"|'[^']*'|\\.|[^ \t\n"'\\])+|["'\\]/g) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'|\\(.)/g, (_all, double, single, one) => double ?? single ?? one),
  );

const inGroups = (words: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(words.length / size) }, (_, i) => words.slice(i * size, (i + 1) * size));
