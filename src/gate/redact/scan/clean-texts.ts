import type { Redacted } from '../redactor.ts';
import type { Budget } from './budget.ts';

/** Short texts are looked up, long ones compared; still longer ones would take up too much room. */
const SHORT = 200;
const LONGEST = 65_536;
const MOST_SHORT = 2000;
const MOST_LONG = 16;

/**
 * Remembers the latest texts in which nothing was found: agents read the same file again and again, and to compare
 * two equal texts is far cheaper than to search one. What holds secrets is not kept.
 */
export function rememberClean(search: (text: string, budget?: Budget) => Redacted) {
  const short = new Set<string>();
  const long: string[] = [];
  let nextLong = 0;
  const isKnown = (text: string): boolean => (text.length < SHORT ? short.has(text) : long.includes(text));
  const keep = (text: string): void => {
    if (text.length < SHORT) {
      if (short.size === MOST_SHORT) short.clear();
      short.add(text);
    } else if (text.length <= LONGEST) {
      long[nextLong] = text;
      nextLong = (nextLong + 1) % MOST_LONG;
    }
  };
  const read = (text: string, budget?: Budget): Redacted => {
    if (isKnown(text)) return { text, count: 0 };
    const found = search(text, budget);
    if (found.count === 0) keep(text);
    return found;
  };
  return {
    read,
    /** For when there is more to search for than before. */
    forget: (): void => {
      short.clear();
      long.length = 0;
      nextLong = 0;
    },
  };
}
