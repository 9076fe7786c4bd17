/** What parts words: blank, tab and newline. To a shell every other blank of Unicode is a letter like any other. */
const BLANKS = /[ \t\n]+/;

/** The words of a text, as a shell parts it. */
export const wordsOf = (text: string): string[] => text.split(BLANKS).filter((word) => word !== '');

/** Whatever in a word may be a name by itself: `a=x`, `--config=x`, `-rx`, `@x`, `{"a":"x"}`. */
export const partsOf = (word: string): string[] => [
  ...new Set([
    word,
    ...word.split(/[=:,;@{}()"'` \t\n]+/),
    ...(/^-{1,2}\w(.+)$/s.exec(word)?.slice(1) ?? []),
  ]),
];
