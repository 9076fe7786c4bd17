/**
 * A pattern that fits a text if it is one of these words; each is a pattern by itself, and a line break or a blank ends
 * it. Long lists can be read this way, and a change of one shows the word.
 */
export const oneOf = listWith('');

/** The same in small and large letters. */
export const oneOfInAnyCase = listWith('i');

function listWith(flags: string) {
  return ({ raw: [words = ''] }: TemplateStringsArray): RegExp => new RegExp(patternOfWords(words), flags);
}

/** What is tested for time, like patterns that are written out. */
export const patternOfWords = (words: string): string => `^(?:${words.trim().split(/\s+/).join('|')})$`;
