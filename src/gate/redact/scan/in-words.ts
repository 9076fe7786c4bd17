import { MASK } from '../../../core/text/mask.ts';
import { looksRandom } from '../values/randomness.ts';
import type { Span } from './spans.ts';

/** A word of a shell: what stands behind one of the signs between two words is something else that is done. */
const WORD = /[^\s;|&<>(){}`]+/g;
/** Fewer characters are no key. */
const SHORTEST_KEY = 16;

/** Behind one of these, or at the beginning of a line, stands what is done and no value. */
const BEFORE_COMMAND = /(?:^|[\n;|&(){}`])[ \t]*$/;

/**
 * A guess may take the rest of a line, or whole lines, for a secret, and a command could hide there. Of such a span the
 * first word stays masked where it is a value, and so do words that a machine made; the others are there to be read.
 */
export function inWords(text: string, spans: readonly Span[]): Span[] {
  return spans.flatMap(({ start, end, mask }) => {
    const isValue = mask !== '' && !BEFORE_COMMAND.test(text.slice(Math.max(0, start - CONTEXT), start));
    return [...text.slice(start, end).matchAll(WORD)]
      .filter(([word], at) => (at === 0 && isValue) || isKey(word))
      .map(({ 0: word, index }) => ({
        start: start + index,
        end: start + index + word.length,
        mask: mask || MASK,
      }));
  });
}

const CONTEXT = 200;

/** `session=3f...` too. */
const isKey = (word: string): boolean =>
  word.split(/[=:,"']/).some((part) => looksRandom(part, { shortest: SHORTEST_KEY }));
