import type { Assignment, Word } from 'unbash';
import { wordsOf } from '../../../core/shell/blanks.ts';
import { known, type Value, type Variables, wordValue } from './words.ts';

/** The words that one word of a command can become, a list for each way. */
export type Ways = readonly (readonly Value[])[];

/** The words that an argument can be; `PATH=x` is one of export. */
export function waysOf(arg: Word | Assignment, variables: Variables): Ways {
  if (arg.type === 'Word') return wordWays(arg, wordValue(arg, variables));
  const { name, value, text } = arg;
  if (value.type === 'ArrayValue') return [[known(text)]];
  const { alternatives, ...given } = wordValue(value, variables);
  return (alternatives ?? [given.text]).map((one) => [{ ...given, text: `${name}=${one}`, isGlob: false }]);
}

/** Braces give all their words at once; a variable holds one of its values, and is split where no quotes hold it. */
function wordWays({ parts = [] }: Word, { alternatives, ...value }: Value): Ways {
  const texts = [...new Set(alternatives ?? [value.text])];
  const isSplit = parts.some(
    ({ type }) => type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion',
  );
  const valuesOf = (text: string): Value[] =>
    (isSplit && value.isKnown ? wordsOf(text) : [text]).map((piece) => ({ ...value, text: piece }));
  const hasBraces = parts.some(({ type }) => type === 'BraceExpansion');
  if (!hasBraces) return texts.map(valuesOf);
  const together = texts.flatMap(valuesOf);
  const isOnlyBraces = parts.every(({ type }) => type === 'BraceExpansion' || type === 'Literal');
  return isOnlyBraces ? [together] : [together, ...texts.map(valuesOf)];
}

/** Every command that words can make up together; undefined where these are more than can be judged. */
export function possibleArgvs(words: readonly Ways[], most: number): Ways | undefined {
  const count = words.reduce((product, ways) => product * ways.length, 1);
  if (count > most) return undefined;
  return Array.from({ length: count }, (_, at) => {
    let left = at;
    return words.flatMap((ways) => {
      const way = ways[left % ways.length] ?? [];
      left = Math.floor(left / ways.length);
      return way;
    });
  });
}

/**
 * The same commands, and what the shell makes of them where nothing sets a variable: without quotes the word is gone,
 * and the next one takes its place.
 */
export const withUnsetGone = (argvs: Ways): Ways =>
  argvs.flatMap((argv) =>
    argv.some(isUnset)
      ? [
          argv,
          argv.map((value) => (isUnset(value) ? known(value.text) : value)),
          argv.flatMap((value) => (!isUnset(value) ? [value] : value.text === '' ? [] : [known(value.text)])),
        ]
      : [argv],
  );

const isUnset = ({ isKnown, origin }: Value): boolean => !isKnown && origin === 'unset';

/** The command as one list of words, where one that can be several says so. */
export const jointArgv = (words: readonly Ways[]): Value[] =>
  words.flatMap((ways) => {
    const [first = []] = ways;
    if (ways.length === 1) return first;
    const alternatives = ways.map((way) => way.map(({ text }) => text).join(' '));
    return first.slice(0, 1).map((value) => ({ ...value, text: alternatives[0] ?? '', alternatives }));
  });
