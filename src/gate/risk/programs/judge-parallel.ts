import { isAtLeast } from '../../../core/risk.ts';
import { type Finding, finding } from '../finding.ts';
import { compileOptions } from '../parse/option-spec.ts';
import { parseArgv } from '../parse/parse-argv.ts';
import { known, type Origin, UNKNOWN, type Value } from '../parse/words.ts';
import { listedReads } from '../paths/listed-reads.ts';
import { reach } from '../paths/reach.ts';
import type { Judge } from './judge.ts';

// Other machines, stdin in blocks and placeholders of one's own are left out: with them it is not this simple.
const OPTIONS = compileOptions(
  '-0 --null -k --keep-order -m -X -r --no-run-if-empty -t --verbose -v -u --ungroup --group --line-buffer --lb --tty --bar --eta --progress --dry-run --will-cite --link --xapply --tag -j: --jobs: -P: --max-procs: -n: --max-args: -N: -L: --delay: --timeout: --retries: --halt: --nice: -d: --delimiter: --colsep: -C: -a:r --arg-file:r --joblog:w --results:w --tmpdir:w',
);
const SOURCES = /^:{3,4}\+?$/;
const PLACEHOLDERS = /\{(?:-?\d*[./]{0,3}|#|%)\}/g;
// Each value is judged by itself; nobody writes more by hand.
const MOST_VALUES = 50;

/** GNU parallel: its words become one line of shell, run with each of the inputs, which it quotes. */
export function judgeParallel(args: readonly Value[], judge: Judge, name: string): Finding[] {
  const at = args.findIndex(({ text, isKnown }) => isKnown && SOURCES.test(text));
  const { operands, unknown, options } = parseArgv(at === -1 ? args : args.slice(0, at), OPTIONS, {
    singleDash: false,
    stopAtOperand: true,
  });
  const given = at === -1 ? [] : args.slice(at);
  const file = options.findLast(({ spec }) => spec.name === '-a' || spec.name === '--arg-file')?.value;
  const isFile = file !== undefined || given.some(({ text }) => text.startsWith('::::'));
  const input =
    given.length > 0 && !isFile ? oneOf(given) : fromElsewhere(isFile ? 'file' : judge.input.origin);
  const inner = judge.shell(...lineOf(operands, input));
  const isDangerous = inner.some(({ risk }) => isAtLeast(risk, 'HIGH'));
  return [
    finding(
      isDangerous ? 'CRITICAL' : 'MEDIUM',
      `${name} runs a ${isDangerous ? 'dangerous ' : ''}command again and again`,
    ),
    ...unknown.map((option) => finding('HIGH', `Toolgate does not know the option ${option} of ${name}`)),
    ...options.flatMap(({ spec, value }) =>
      value && (spec.kind === 'read' || spec.kind === 'write') ? reach(value, spec.kind, judge.place) : [],
    ),
    ...(isFile ? given.flatMap((value) => reach(value, 'read', judge.place)) : []),
    ...listedReads(file ?? judge.input.file, judge.place),
    ...inner,
  ];
}

const fromElsewhere = (origin: Origin): Value => ({ ...UNKNOWN, origin });

/** One of the words behind `:::`. */
function oneOf(given: readonly Value[]): Value {
  const values = given.filter(({ text, isKnown }) => !isKnown || !SOURCES.test(text));
  const isSettled = values.every(({ isKnown, isGlob, alternatives }) => isKnown && !isGlob && !alternatives);
  const texts = values.map(({ text }) => text);
  return isSettled && texts.length > 0 && texts.length <= MOST_VALUES
    ? { ...known(texts[0] ?? ''), alternatives: texts }
    : { ...UNKNOWN, origin: 'hidden' };
}

/** The line with the input as its first argument; without any words the inputs are the lines. */
function lineOf(words: readonly Value[], input: Value): [Value, undefined, Value[]] {
  const positional = [known('parallel'), input];
  if (words.length === 0 || !words.every(({ isKnown, alternatives }) => isKnown && !alternatives))
    return [UNKNOWN, undefined, positional];
  const line = words.map(({ text }) => text).join(' ');
  const filled = line.replaceAll(PLACEHOLDERS, () => '"$1"');
  return [known(filled === line ? `${line} "$1"` : filled), undefined, positional];
}
