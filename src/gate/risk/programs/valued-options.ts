import type { Value } from '../parse/words.ts';

/** They choose what of the work is done, or how much is said about it, in every program that has them. */
const CHOOSES =
  /^(-k|-t|-g|-run|-bench|--(grep|fgrep|testNamePattern|test-name-pattern|test-only|only|keyword|tests|test|bin|example|package|features|mode|tb|durations|shard|browser|color|colour|colors|verbosity|loglevel|log-level|reruns|retry|seed|stage))$/;
const CHOOSES_FOR: Readonly<Record<string, RegExp>> = {
  cargo: /^(-p|-F|--(profile|target|message-format|bench))$/,
  go: /^-(count|timeout|tags|parallel|cpu|benchtime|skip|covermode)$/,
  pytest: /^-m$/,
  mvn: /^(-pl|-P|-Dtest)$/,
  gradle: /^--tests$/,
  gradlew: /^--tests$/,
  dotnet: /^(-c|-f|--(configuration|framework|filter))$/,
};

/** People read what stands behind these. */
const SAYS = /^--(message|reason|title|description|body|comment|note|summary|subject)$/;
/** Hardly the name of a file, a module or a program; where something is called so, it may be one. */
const PLAIN_VALUE = /^(\d[\d.]*%?|true|false|yes|no|on|off|always|never|auto)$/i;
/** Letters that stand for one option each, one letter again and again, or a letter and a number. */
const CLUSTER = /^-([qvxslfrih]+|([a-zA-Z])\2+|[a-zA-Z]\d+)$/;
/** Of compilers. */
const OF_COMPILERS = /^-(W[a-z][\w-]*|O[0-3sz]|g\d?|std=[\w+]+)$/;

interface Looks {
  /** Whether no value stands behind an option. */
  readonly isFlag: (word: string) => boolean;
  /** Whether something is called so where the program runs, with any ending. */
  readonly isThere: (name: string) => boolean;
}

/**
 * Options with a value, and variables: which of them load code nobody can list, so an answer covers those that a person
 * read, and those that only choose.
 */
export function valuedOptions(name: string, args: readonly Value[], { isFlag, isThere }: Looks): string[] {
  const isHarmless = (option: string, value = ''): boolean =>
    (PLAIN_VALUE.test(value) && !isThere(value)) ||
    SAYS.test(option) ||
    (!isPathLike(value) && chooses(name, option));
  const isFlags = (word: string): boolean =>
    OF_COMPILERS.test(word) || (CLUSTER.test(word) && (word.length === 2 || !isThere(word.slice(2))));
  const words = args.map(({ text }) => text);
  return words.flatMap((word, i) => {
    const [, option, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    // A file with more options.
    if (word.startsWith('@')) return [word];
    if (option !== undefined) return isHarmless(option, value) ? [] : [word];
    if (!word.startsWith('-') || word.length === 1 || word === '--') return [];
    const next = words[i + 1] ?? '-';
    const isAlone = next.startsWith('-') || isFlag(word) || (word.length > 2 && isFlags(word));
    const behind = isAlone || isHarmless(word, next) ? [] : [`${word} ${next}`];
    const isGlued = /^-[^-]../.test(word) || (word.length === 3 && isThere(word.slice(2)));
    return [...behind, ...(isGlued && !isFlag(word) && !isFlags(word) && !chooses(name, word) ? [word] : [])];
  });
}

const chooses = (name: string, option: string): boolean =>
  CHOOSES.test(option) || (Object.hasOwn(CHOOSES_FOR, name) && CHOOSES_FOR[name]?.test(option) === true);

/** A choice is made by names and patterns. */
const isPathLike = (value: string): boolean => /^[-.~/]|\.\w+$|:/.test(value);
