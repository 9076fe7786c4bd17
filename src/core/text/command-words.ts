import { ToolError } from '../errors.ts';

export type Argv = readonly [program: string, ...args: string[]];

const BLANK = /[ \t\r\n]/;
const ESCAPABLE = /[\\"' \t\r\n]/;

/**
 * The words of a command, without a shell: blanks separate, quotes keep together, and a backslash escapes
 * only quotes, backslashes and blanks, so that Windows paths survive. Single quotes keep everything as it is.
 */
export function parseCommand(command: string): Argv {
  const [program, ...args] = wordsOf(command);
  if (program === undefined) throw invalid('The command is empty', command, 1);
  if (program === '') throw invalid('The command names no program', command, command.search(/\S/) + 1);
  return [program, ...args];
}

function wordsOf(command: string): string[] {
  const words: string[] = [];
  // undefined between words: an empty quoted word is a word, no characters at all are none.
  let word: string | undefined;
  let at = 0;
  while (at < command.length) {
    const char = command.charAt(at);
    if (char === '\0') throw invalid('The command holds a NUL character', command, at + 1);
    if (char === '"' || char === "'") {
      const quoted = readQuoted(command, at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (BLANK.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else {
      const isEscape = char === '\\' && ESCAPABLE.test(command.charAt(at + 1));
      word = (word ?? '') + (isEscape ? command.charAt(at + 1) : char);
      at += isEscape ? 2 : 1;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** The text between the quote at `start` and its partner. */
function readQuoted(command: string, start: number): { text: string; end: number } {
  const quote = command.charAt(start);
  let text = '';
  for (let at = start + 1; at < command.length; at++) {
    const char = command.charAt(at);
    if (char === '\0') throw invalid('The command holds a NUL character', command, at + 1);
    if (char === quote) return { text, end: at + 1 };
    const isEscape = quote === '"' && char === '\\' && ESCAPABLE.test(command.charAt(at + 1));
    if (isEscape) at += 1;
    text += isEscape ? command.charAt(at) : char;
  }
  throw invalid(`The ${quote === '"' ? 'double' : 'single'} quote is never closed`, command, start + 1);
}

const invalid = (what: string, command: string, position: number): ToolError =>
  new ToolError('VALIDATION', `${what}, at character ${position} of ${JSON.stringify(command)}`, {
    hint: 'Quote words that hold blanks, or give the words one by one as argv.',
  });

/** The words as one line that parses back to the same words. */
export const showCommand = (words: readonly string[]): string => words.map(showWord).join(' ');

function showWord(word: string): string {
  if (word !== '' && !/[\\"' \t\r\n]/.test(word)) return word;
  return word.includes("'") ? `"${word.replace(/[\\"]/g, '\\$&')}"` : `'${word}'`;
}
