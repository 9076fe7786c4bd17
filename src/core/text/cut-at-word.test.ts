import { expect, test } from 'vitest';
import { cutAtWord } from './cut-at-word.ts';

test.each([
  ['as it is', 8, 'as it is'],
  ['two words', 3, 'two…'],
  ['two words', 6, 'two…'],
  ['key = "ghp_abcdefghij"', 15, 'key = "…'],
  ['call(first, second)', 10, 'call(first…'],
  ['oneveryverylongword', 5, '…'],
  [`a ${'b'.repeat(400)}`, 300, `a ${'b'.repeat(298)}…`],
])('%j at %i is %j', (text, length, cut) => {
  expect(cutAtWord(text, length)).toBe(cut);
});
