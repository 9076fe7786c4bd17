import { MASK } from '../../../core/text/mask.ts';
import type { Redacted, ValueRedactor } from '../redactor.ts';
import { findKnownValues } from '../values/known-values.ts';
import { createSearch } from './find-secrets.ts';
import { inWords } from './in-words.ts';
import { spansOf } from './long-texts.ts';
import type { Scan } from './scan.ts';
import { countMasks, mergeSpans, replaceSpans, type Span } from './spans.ts';

/** However long it takes: what is withheld here, nobody could read before it runs. */
const UNLIMITED = { allows: () => true };

/** For what runs, and what a person reads before it does: no guess at a secret hides more than words. */
export function createReadable(scan: Scan, isClean: (input: string) => boolean): ValueRedactor {
  /** These are no guess. */
  const knownIn = (input: string): Span[] => {
    const spans: Span[] = [];
    findKnownValues(input, 0, scan(input, 0), (start, end) => spans.push({ start, end, mask: MASK }));
    return spans;
  };
  const replaced = (input: string, guesses: readonly Span[]): Redacted => {
    const spans = mergeSpans([...inWords(input, mergeSpans([...guesses])), ...knownIn(input)]);
    return { text: replaceSpans(input, 0, input.length, spans), count: countMasks(spans) };
  };
  return {
    value: (input) => {
      if (isClean(input)) return { text: input, count: 0 };
      const guesses = spansOf(input, createSearch(scan), UNLIMITED);
      // Else it holds a secret in base64.
      return replaced(input, guesses.length > 0 ? guesses : whole(input));
    },
    instead: (input) => replaced(input, whole(input)).text,
  };
}

const whole = (input: string): Span[] => [{ start: 0, end: input.length, mask: MASK }];
