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
/** How many of something: no program takes what stands behind these for a name. */
const COUNTS =
  /^(-[jn]|--(jobs|parallel|workers|threads|port|timeout|retries|count|repeat|limit|depth|width|max[\w-]*|min-[\w-]*))$/;
const NUMBER = /^\d+%?$/;
/** Hardly the name of a file, a module or a program; where something is called so, it may be one. */
const PLAIN_VALUE = /^(\d[\d.]*%?|true|false|yes|no|on|off|always|never|auto)$/i;
/** Letters that stand for one option each, one letter again and again, or a letter and a number. */
const CLUSTER = /^-([qvxslfrih]{1,12}|([a-zA-Z])\2{1,12}|[a-zA-Z]\d{1,12})$/;
/** Letters behind which hardly any program takes a value. */
const BARE_LETTER = /[qvxslh]/;
/** Of compilers. */
const OF_COMPILERS = /^-(W[a-z][\w-]*|O[0-3sz]|g\d?|std=[\w+]+)$/;

interface Looks {
  /** Whether no value stands behind an option. */
  readonly isFlag: (word: string) => boolean;
  /** Whether something is called so where the program runs, with any ending. */
  readonly isHere: (name: string) => boolean;
  /** The same for anywhere in the project; that takes longer to look up. */
  readonly isThere: (name: string) => boolean;
}

/**
 * Options with a value, and variables: which of them load code nobody can list, so an answer covers those that a person
 * read, and those that only choose.
 */
export function valuedOptions(name: string, args: readonly Value[], looks: Looks): string[] {
  const { isFlag, isHere, isThere } = looks;
  const isHarmless = (option: string, value = ''): boolean =>
    (COUNTS.test(option) && NUMBER.test(value)) ||
    SAYS.test(option) ||
    (!isPathLike(value) && chooses(name, option)) ||
    (PLAIN_VALUE.test(value) && !isThere(value));
  const isFlags = (word: string): boolean =>
    OF_COMPILERS.test(word) ||
    /^-[jn]\d+$/.test(word) ||
    (CLUSTER.test(word) && !valuesWithin(word).some(isThere));
  const isBare = (word: string): boolean =>
    isFlag(word) || (word.length > 2 && isFlags(word) && endsBare(word, isFlag));
  const words = args.map(({ text }) => text);
  const mayTakeNext = (word: string): boolean => word.startsWith('-') && !isBare(word);
  return words.flatMap((word, i) => {
    const [, option, value] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    // A file with more options.
    if (word.startsWith('@')) return [word];
    const before = words[i - 1] ?? '';
    const isValue = mayTakeNext(before) ? isPathIn(word) || isName(word, isThere) : isName(word, isHere);
    const behindAny = word.startsWith('-') && isValue ? [`${before} ${word}`.trim()] : [];
    if (option !== undefined) return isHarmless(option, value) ? behindAny : [...behindAny, word];
    if (!word.startsWith('-') || word.length === 1 || word === '--') return behindAny;
    const next = words[i + 1] ?? '-';
    const isAlone = next.startsWith('-') || isBare(word) || isHarmless(word, next);
    const isGlued = /^-[^-]../.test(word) || (word.length === 3 && isThere(word.slice(2)));
    const isValued = isGlued && !isFlag(word) && !isFlags(word) && !chooses(name, word);
    return [...behindAny, ...(isAlone ? [] : [`${word} ${next}`]), ...(isValued ? [word] : [])];
  });
}

/** Many programs take the word behind an option for its value whatever it begins with: `--app -fish` is -fish.py. */
const isName = (word: string, isThere: (name: string) => boolean): boolean =>
  [word, ...(/^[^/.:]*/.exec(word) ?? []), ...(/^[^/.:,=]*/.exec(word) ?? [])].some(isThere);

/** No option has a slash, and some programs follow `-x/../docs` without looking whether there is a `-x`. */
const isPathIn = (word: string): boolean => /^[^=]*\//.test(word) || word.includes('/../');

/** What may be a value in `-vffish`: `fish` behind `f`, and `sh` behind `i`. A number may be one behind any letter. */
const valuesWithin = (word: string): string[] =>
  [...word].flatMap((letter, i) =>
    i > 0 && i + 1 < word.length && (!BARE_LETTER.test(letter) || /^\d/.test(word.slice(i + 1)))
      ? [word.slice(i + 1)]
      : [],
  );

/** The last letter of `-vf` may take the next word. */
const endsBare = (word: string, isFlag: Looks['isFlag']): boolean => {
  const last = word.slice(-1);
  return !/[fri]/.test(last) || isFlag(`-${last}`);
};

const chooses = (name: string, option: string): boolean =>
  CHOOSES.test(option) || (Object.hasOwn(CHOOSES_FOR, name) && CHOOSES_FOR[name]?.test(option) === true);

/** A choice is made by names and patterns. */
const isPathLike = (value: string): boolean => /^[-.~/]|\.\w+$|:/.test(value);
