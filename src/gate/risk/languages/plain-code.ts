import { oneOf } from '../../../core/text/one-of.ts';
import { isPlainPerl } from './plain-perl.ts';
import { type Vocabulary, vocabularyOf } from './plain-vocabulary.ts';

const LONGEST = 600;
const STRING = /"(?:[^"\\\n$`#{}]|\\[nrt"\\'0])*"|'(?:[^'\\\n]|\\[nrt"\\'0])*'/g;
const NUMBER = /\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?\b|\b0[xob][\da-f_]+\b/gi;
const WORD = /[A-Za-z_$][\w$]*/g;
const MARKS = /^[\s()[\]{}.,;:?+\-*/%=<>!&|^~@]*$/;
// A member by a name that is put together, and Ruby's ways to write a command: a word alone does not show them.
const BY_NAME = /[\w$)\]@]\s*\[\s*[^\s\d\]:-]|%[A-Za-z({[<|]/;
// In PHP and R a text is called like the function of that name.
const CALLED_TEXT = /[@)\]}]\s*\(/;
// A letter before a text may give it another meaning.
const MARKED_TEXT = /[A-Za-z_]@/;

/** Whether a program text can do nothing but reckon and print: every word of it is known, and nothing else is in it. */
export function isPlainCode(text: string, program: string): boolean {
  if (/^perl/.test(program)) return isPlainPerl(text);
  const vocabulary = vocabularyOf(program);
  // Texts over several lines are not told apart here.
  if (!vocabulary || text.length > LONGEST || /'''|"""/.test(text)) return false;
  const rest = vocabulary
    .prepare(text)
    .replace(vocabulary.facts, ' 0 ')
    .replace(STRING, '@')
    .replace(NUMBER, '0');
  return (
    !(vocabulary.hasMembersByName && BY_NAME.test(rest)) &&
    !(vocabulary.callsTexts && CALLED_TEXT.test(rest)) &&
    !MARKED_TEXT.test(rest) &&
    areKnown(rest.match(WORD) ?? [], rest, vocabulary) &&
    MARKS.test(rest.replace(WORD, ' ').replaceAll('0', ' '))
  );
}

function areKnown(words: readonly string[], text: string, { words: known, binds }: Vocabulary): boolean {
  const own = new Set(binds ? [...text.matchAll(binds)].flatMap((found) => namesIn(found.slice(1))) : []);
  return words.every(
    (word) => known.has(word) || (own.has(word) && !new RegExp(`\\.\\s*${word}\\b`).test(text)),
  );
}

/** Names that the text itself gives to what it computes with. */
const namesIn = (groups: readonly (string | undefined)[]): string[] =>
  groups
    .flatMap((group) => group?.match(/[A-Za-z]\w*/g) ?? [])
    .filter((name) => !name.includes('__') && !MEANS_MORE.test(name));

const MEANS_MORE = oneOf`
  eval exec open compile getattr setattr delattr globals locals vars dir input breakpoint help memoryview
  object super property classmethod staticmethod import os io sys subprocess builtins Function require
  process global globalThis module exports fetch constructor prototype this self window Reflect Proxy Buffer
  WebAssembly Worker set[A-Z]\w* queueMicrotask structuredClone arguments
`;
