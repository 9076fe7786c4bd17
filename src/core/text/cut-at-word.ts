/** So much of a token is known for one, whatever follows. */
const LONGEST_LEFT_OUT = 200;
const BETWEEN_WORDS = /[\s"'`,;()[\]{}<>|]/;

/**
 * The beginning of a text, cut between words. The part of a word that is cut is left out: half a token is not known
 * for one, and would be shown.
 */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const least = Math.max(0, length - LONGEST_LEFT_OUT);
  let end = length;
  if (!isBetween(text, end)) while (end > least && !isBetween(text, end - 1)) end--;
  return `${text.slice(0, end > 0 && end === least ? length : end).trimEnd()}…`;
}

const isBetween = (text: string, at: number): boolean => BETWEEN_WORDS.test(text.charAt(at));
