const BETWEEN_WORDS = /[\s"'`,;()[\]{}<>|]/;

/**
 * The beginning of a text, cut between words. The part of a word that is cut is left out: half a token is not known
 * for one, and would be shown.
 */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = length;
  if (!isBetween(text, end)) while (end > 0 && !isBetween(text, end - 1)) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

const isBetween = (text: string, at: number): boolean => BETWEEN_WORDS.test(text.charAt(at));
