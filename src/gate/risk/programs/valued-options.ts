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
/** What can be no name of a file, a module or a program. */
const PLAIN_VALUE = /^(\d[\d.]*%?|true|false|yes|no|on|off|always|never|auto|debug|release|none)$/i;
/** Letters that stand for one option each, one letter again and again, or a letter and a number. */
const CLUSTER = /^-([qvxslfrih]+|([a-zA-Z])\2+|[a-zA-Z]\d+)$/;
/** Of compilers. */
const OF_COMPILERS = /^-(W[a-z][\w-]*|O[0-3sz]|g\d?|std=[\w+]+)$/;

/**
 * Options with a value, and variables: which of them load code nobody can list, so an answer covers those that a person
 * read, and those that only choose.
 */
export function valuedOptions(
  name: string,
  args: readonly Value[],
  isFlag: (word: string) => boolean,
): string[] {
  const words = args.map(({ text }) => text);
  return words.flatMap((word, i) => {
    const [, option, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (option !== undefined) return isHarmless(name, option, value) ? [] : [word];
    if (!word.startsWith('-') || word.length === 1 || word === '--') return [];
    const next = words[i + 1] ?? '-';
    const isAlone = next.startsWith('-') || isFlag(word) || CLUSTER.test(word) || OF_COMPILERS.test(word);
    const behind = isAlone || isHarmless(name, word, next) ? [] : [`${word} ${next}`];
    return [...behind, ...(!isFlag(word) && !chooses(name, word) && isGlued(word) ? [word] : [])];
  });
}

const isHarmless = (name: string, option: string, value = ''): boolean =>
  PLAIN_VALUE.test(value) || SAYS.test(option) || (!isPathLike(value) && chooses(name, option));

const chooses = (name: string, option: string): boolean =>
  CHOOSES.test(option) || (Object.hasOwn(CHOOSES_FOR, name) && CHOOSES_FOR[name]?.test(option) === true);

/** `-pdocs.evil`: a letter with its value behind it. Long names with one dash (`-race`) are read as these too. */
const isGlued = (word: string): boolean =>
  /^-[^-]../.test(word) && !CLUSTER.test(word) && !OF_COMPILERS.test(word);

/** A choice is made by names and patterns. */
const isPathLike = (value: string): boolean => /^[-.~/]|\.\w+$|:/.test(value);
