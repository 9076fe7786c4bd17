import { UsageError } from '../../core/errors.ts';
import { suggestion } from '../../core/text/nearest.ts';

/** A flag of the command line, written once: how it is read, what help and completion say of it. */
export interface Flag<T> {
  readonly name: string;
  readonly short?: string;
  /** How help writes its value (`DIR`); undefined where it takes none. */
  readonly value?: string;
  /** The values that are right, in words. */
  readonly takes: string;
  /** All of them, where they can be listed. */
  readonly choices?: readonly string[];
  readonly repeats: boolean;
  readonly about: string;
  /** What the texts behind it mean; none where it was not given. */
  read(texts: readonly string[]): T;
}

export type FlagSet = Readonly<Record<string, Flag<unknown>>>;

/** What the flags of a set were given as. */
export type Values<F extends FlagSet> = { readonly [K in keyof F]: ReturnType<F[K]['read']> & unknown };

interface Words {
  readonly value: string;
  readonly takes: string;
  readonly about: string;
}

export const switchFlag = (name: string, about: string, short?: string): Flag<boolean> => ({
  name,
  takes: '',
  repeats: false,
  about,
  ...(short !== undefined && { short }),
  read: (texts) => texts.length > 0,
});

/** A value that is checked where it is read; the last one counts. */
export const valueFlag = <T>(name: string, words: Words, read: (text: string) => T): Flag<T | undefined> => ({
  name,
  ...words,
  repeats: false,
  read: (texts) => {
    const last = texts.at(-1);
    return last === undefined ? undefined : read(last);
  },
});

export const textFlag = (name: string, words: Words): Flag<string | undefined> =>
  valueFlag(name, words, (text) => text);

export const listFlag = (name: string, words: Words): Flag<readonly string[]> => ({
  name,
  ...words,
  repeats: true,
  read: (texts) => texts,
});

export const choiceFlag = <T extends string>(
  name: string,
  choices: readonly T[],
  about: string,
): Flag<T | undefined> => ({
  ...valueFlag(name, { value: choices.join('|'), takes: choices.join(', '), about }, (text) =>
    oneOf(`--${name}`, text, choices),
  ),
  choices,
});

export const countFlag = (name: string, about: string): Flag<number | undefined> =>
  valueFlag(name, { value: 'N', takes: 'a whole number above 0', about }, (text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count > 0) return count;
    throw new UsageError(`--${name} is "${text}", which is not a whole number above 0.`);
  });

/** The one of `allowed` that was meant; `what` names the flag, or the variable, in the refusal. */
export function oneOf<T extends string>(what: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === text);
  if (found !== undefined) return found;
  throw new UsageError(`${what} is "${text}"${suggestion(text, allowed)} Allowed are ${allowed.join(', ')}.`);
}
