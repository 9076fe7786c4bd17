import { parseArgs } from 'node:util';
import { UsageError } from '../../core/errors.ts';
import { nearest, suggestion } from '../../core/text/nearest.ts';
import type { Act, Command, Line } from './command.ts';
import type { Flag, FlagSet } from './flag.ts';
import { SHARED_FLAGS } from './shared-flags.ts';

/** The act that is meant, and what was written for it. Refuses what it does not take: who wrote it expects something. */
export function parseCommand(command: Command, argv: readonly string[]): { act: Act; line: Line } {
  const all = 'act' in command ? [command.act] : Object.values(command.acts);
  const known = allFlags(all);
  // First of all: what follows a flag of another command would be taken for a word.
  assertFlags(argv, known, { taker: command.name, command: command.name, skip: 1 });
  const { positionals } = looseParse(argv, known);
  const { act, taker, skip } = actOf(command, positionals);
  return { act, line: parseLine(act, { taker, command: command.name, skip }, argv) };
}

interface Place {
  /** What is refused a word or a flag, as a person wrote it. */
  readonly taker: string;
  /** Empty where none was named. */
  readonly command: string;
  /** Words that name the command and the act. */
  readonly skip: number;
}

/** Reads words and flags of one act. */
export function parseLine<F extends FlagSet>(
  { words = '', flags = {} as F }: Pick<Act<F>, 'words' | 'flags'>,
  place: Place,
  argv: readonly string[],
): Line<F> {
  const set = { ...flags, ...SHARED_FLAGS };
  assertFlags(argv, Object.values(set), place);
  const { values, positionals } = looseParse(argv, Object.values(set));
  const given = positionals.slice(place.skip);
  assertWords(given, words, place);
  return {
    words: given,
    // Sound: each flag reads its own value.
    flags: Object.fromEntries(
      Object.entries(set).map(([key, flag]) => [key, flag.read(textsOf(values[flag.name]))]),
    ) as Line<F>['flags'],
  };
}

type Given = string | boolean | readonly (string | boolean)[] | undefined;

const textsOf = (value: Given): string[] => (value === undefined ? [] : [value].flat().map(String));

const allFlags = (acts: readonly Act[]): Flag<unknown>[] => [
  ...acts.flatMap(({ flags = {} }) => Object.values(flags)),
  ...Object.values(SHARED_FLAGS),
];

function looseParse(argv: readonly string[], flags: readonly Flag<unknown>[]) {
  const options = Object.fromEntries(
    flags.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
}

function actOf(command: Command, [, word]: readonly string[]): { act: Act; taker: string; skip: number } {
  if ('act' in command) return { act: command.act, taker: command.name, skip: 1 };
  const names = Object.keys(command.acts);
  const name = word ?? names.find((one) => !needsWords(command.acts[one])) ?? names[0] ?? '';
  const act = Object.hasOwn(command.acts, name) ? command.acts[name] : undefined;
  if (act) return { act, taker: `${command.name} ${name}`, skip: 2 };
  throw new UsageError(
    `There is no "${command.name} ${name}"${suggestion(name, names)} ${thoseThereAre(names)}`,
  );
}

const thoseThereAre = (names: readonly string[]): string =>
  names.length === 1
    ? `There is only ${names[0]}.`
    : `There are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;

const needsWords = (act: Act | undefined): boolean =>
  act?.words?.split(' ').some((word) => word !== '' && !word.startsWith('[')) ?? false;

const tellsMore = ({ command }: Place): string =>
  command === '' ? 'toolgate --help shows more.' : `toolgate help ${command} shows more.`;

function assertWords(given: readonly string[], form: string, place: Place): void {
  const wanted = form.split(' ').filter((word) => word !== '');
  const extra = given[wanted.length];
  if (extra !== undefined)
    throw new UsageError(`${place.taker} takes no word "${extra}"; ${tellsMore(place)}`);
  const missing = wanted.slice(given.length).find((word) => !word.startsWith('['));
  if (missing !== undefined)
    throw new UsageError(`${missing} is missing: toolgate ${place.taker} ${form}. ${tellsMore(place)}`);
}

/** Says which flag is not one of these, has no value where it needs one, or has one where it takes none. */
function assertFlags(argv: readonly string[], flags: readonly Flag<unknown>[], place: Place): void {
  for (const token of looseParse(argv, flags).tokens) {
    if (token.kind !== 'option') continue;
    const flag = flags.find(({ name }) => name === token.name);
    const problem = flag ? problemWithValue(flag, token) : unknownFlag(token.rawName, argv, flags, place);
    if (problem !== undefined) throw new UsageError(problem);
  }
}

function unknownFlag(
  written: string,
  argv: readonly string[],
  flags: readonly Flag<unknown>[],
  place: Place,
): string {
  const names = flags.map(({ name }) => name);
  // `-limit` is read as -l -i -m ...
  const short = argv
    .map((word) => /^-([a-zA-Z][a-z-]+)/.exec(word)?.[1])
    .find((name) => name !== undefined && names.includes(name));
  if (short !== undefined) return `-${short} is written with two dashes: --${short}.`;
  const bare = written.replace(/^-+/, '');
  // Of words this short many are near: a flag of another command would be taken for a slip of the finger.
  const guess =
    names.find((name) => name.split('-').includes(bare)) ??
    nearest(
      bare,
      names.filter((name) => name.startsWith(bare.charAt(0))),
    );
  return `${place.taker} takes no flag ${written}${guess === undefined ? ';' : `, did you mean --${guess}?`} ${tellsMore(place)}`;
}

function problemWithValue(
  { name, value: wants, takes }: Flag<unknown>,
  { value, inlineValue }: { readonly value: string | undefined; readonly inlineValue: boolean | undefined },
): string | undefined {
  if (wants === undefined) return value === undefined ? undefined : `--${name} takes no value.`;
  const needed = `--${name} needs a value: ${takes}.`;
  if (value === undefined) return needed;
  const isLikeFlag = !inlineValue && /^-./.test(value);
  return isLikeFlag
    ? `${needed} "${value}" is taken for a flag; if it is meant, write --${name}=${value}.`
    : undefined;
}
