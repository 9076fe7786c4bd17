import { withoutFormatWords } from './randomness.ts';

/** What rules for passwords make of a word: `Tiger1984!`. Nothing else ends so. */
const WORD_WITH_SIGN = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d.*\d)[A-Za-z][\w-]{4,30}[!@#$%^&*?]{1,3}$/;
const SIGNS = '!@#$%^&*?';
/** Where a sentence says that a password comes, the sign at the end may be missing. */
const WORD_WITH_DIGITS = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d.*\d)[A-Za-z][^\s/\\.,:]{7,30}$/;

/** Whether a person chose this for a password, as far as that shows wherever it stands. */
export const isChosen = (value: string): boolean =>
  // Most values fail at their end already.
  SIGNS.includes(value.charAt(value.length - 1) || ' ') && WORD_WITH_SIGN.test(value);

/** The same for a value that follows "the password is". */
export const isChosenAsSaid = (value: string): boolean =>
  isChosen(value) || (WORD_WITH_DIGITS.test(value) && WORD_WITH_DIGITS.test(withoutFormatWords(value)));
