import { expect, test } from 'vitest';
import { addsMask, findMasks, MASK } from './mask.ts';

test('every mask is found where it stands', () => {
  expect(findMasks(`a=${MASK}\nb="${MASK}${MASK}"`)).toEqual([2, 16, 26]);
  expect(findMasks('nothing is hidden, not even [REDACTED')).toEqual([]);
});

test.each([
  ['a secret becomes a mask', 'KEY=abc', `KEY=${MASK}`, true],
  ['a new text has one', '', `KEY=${MASK}`, true],
  ['a text that speaks of masks is changed', `prints ${MASK}`, `now prints ${MASK}`, false],
  ['one more than before', `${MASK} KEY=abc`, `${MASK} KEY=${MASK}`, true],
  ['one fewer', `${MASK} ${MASK}`, MASK, false],
  ['none at all', 'a', 'b', false],
])('whether a write adds a mask: %s', (_, before, after, expected) => {
  expect(addsMask(before, after)).toBe(expected);
});
