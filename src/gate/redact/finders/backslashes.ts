import { cutOut, type Reading } from './escapes.ts';

/**
 * A backslash that only says that the sign behind it is meant as such: Markdown and LaTeX write `ghp\_...`, JSON may
 * write `https:\/\/...`, and a program may quote that once more. Quotation marks are left, since they end a value,
 * and so are signs that no token has and patterns are full of, as `a\|b`: without them a pattern looks random.
 */
const BEFORE_SIGN = String.raw`\\{1,8}(?=[!#-&*-/:->@_{}~])`;
const EVERY = new RegExp(String.raw`(?<!\\)${BEFORE_SIGN}`, 'g');
/** Only inside of a word do they keep anything from being recognised. */
const INSIDE = new RegExp(`(?<=[\\w.~+/=:-])${BEFORE_SIGN}`);

export const hasBackslashes = (text: string): boolean => text.includes('\\') && INSIDE.test(text);

/** The lines with such backslashes, and those behind them, as what they stand for; the rest is blank. */
export function readWithoutBackslashes({ text, toOriginal, fromOriginal }: Reading): Reading | undefined {
  if (!hasBackslashes(text)) return undefined;
  let isBehind = false;
  const lines = text.split('\n').map((line) => {
    const has = hasBackslashes(line);
    const isRead = has || isBehind;
    isBehind = has;
    return isRead ? line : ' '.repeat(line.length);
  });
  const read = cutOut(lines.join('\n'), EVERY);
  return {
    text: read.text,
    toOriginal: (index) => toOriginal(read.toOriginal(index)),
    fromOriginal: (index) => read.fromOriginal(fromOriginal(index)),
  };
}
