/** How the words of a program are told apart. */
export interface OptionTable {
  /** Letters of options that take a value, in the same word or the next one. */
  readonly valueLetters: string;
  /** Letters of all others. */
  readonly flagLetters: string;
  /** Long names with a value, and without. */
  readonly values: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
}

export interface ParsedWords {
  /** In their order, by letter or long name. */
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly operands: readonly string[];
}

export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Undefined where one word is not known for sure: a long name can be cut short, and mean another. */
export function parseWords(words: readonly string[], table: OptionTable): ParsedWords | undefined {
  const options: [string, string][] = [];
  const operands: string[] = [];
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--') {
      operands.push(...waiting);
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const found = word.startsWith('--') ? longOption(word, waiting, table) : letters(word, waiting, table);
    if (!found) return undefined;
    options.push(...found);
  }
  return { options, operands };
}

function longOption(word: string, rest: string[], { values, flags }: OptionTable) {
  const [, name = '', given] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (flags.has(name)) return [[name, given ?? ''] as [string, string]];
  if (!values.has(name)) return undefined;
  const value = given ?? rest.shift();
  return value === undefined ? undefined : [[name, value] as [string, string]];
}

function letters(word: string, rest: string[], { valueLetters, flagLetters }: OptionTable) {
  const found: [string, string][] = [];
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (valueLetters.includes(letter)) {
      const value = at + 1 < word.length ? word.slice(at + 1) : rest.shift();
      if (value === undefined) return undefined;
      found.push([letter, value]);
      return found;
    }
    if (!flagLetters.includes(letter)) return undefined;
    found.push([letter, '']);
  }
  return found;
}
