import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiteralSearch, hasRun } from './literal-search.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', ' '), maxLength: 60 });

test('finds what a regular expression of the same literals finds', () => {
  const literals = ['ab', 'abc', 'ca-', 'bb', 'cab'];
  const search = createLiteralSearch(literals);
  fc.assert(
    fc.property(letters, fc.nat(20), (text, from) => {
      const pattern = /ca-|cab|abc|ab|bb/g;
      pattern.lastIndex = Math.min(from, text.length);
      const found = pattern.exec(text);
      expect(search(text, Math.min(from, text.length))).toEqual(
        found ? { index: found.index, literal: found[0] } : undefined,
      );
    }),
  );
});

test('tells whether a run of token letters is long enough', () => {
  fc.assert(
    fc.property(letters, fc.integer({ min: 1, max: 9 }), (text, length) => {
      expect(hasRun(text, 0, length)).toBe(new RegExp(`[A-Za-z0-9_-]{${length}}`).test(text));
    }),
  );
});
