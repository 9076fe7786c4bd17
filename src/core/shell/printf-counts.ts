import type { Word } from 'unbash';

/**
 * The words behind a format of `printf` in which `%n` stands, which Bash takes for names of variables: it sets them to how
 * much was printed so far. Which of them they are is not worth finding out.
 */
export function namedByPrintf(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    ({ value }, i) => !value.startsWith('-v') && value !== '--' && words[i - 1]?.value !== '-v',
  );
  return countsPrinted(words[at]?.value ?? '') ? words.slice(at + 1) : [];
}

/** Whether `%n` stands in a format. */
export const countsPrinted = (format: string): boolean => COUNTS.test(format.replaceAll('%%', ''));

/** With flags, width, precision and size: `%-*.3lln`. */
const COUNTS = /%[^%A-Za-z]*[hljztLq]*n/;
