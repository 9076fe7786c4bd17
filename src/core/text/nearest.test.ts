import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const TOOLS = ['read_file', 'list_directory', 'git_commit', 'git_status'];

test.each([
  ['raed_file', 'read_file'],
  ['readfile', 'read_file'],
  ['READ_FILE', 'read_file'],
  ['git_comit', 'git_commit'],
  ['list_directories', 'list_directory'],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, TOOLS)).toBe(meant);
});

test.each(['shell_execute', '', 'x', 'grüße'])('%j is like none of them', (word) => {
  expect(nearest(word, TOOLS)).toBeUndefined();
});

test('without candidates there is none', () => {
  expect(nearest('read_file', [])).toBeUndefined();
});

test('a candidate is nearest to itself, whatever else there is', () => {
  const word = fc.string({ minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(fc.array(word), word, (others, own) => {
      expect(nearest(own, [...others, own])?.toLowerCase()).toBe(own.toLowerCase());
    }),
  );
});

test('one wrong, missing or added letter is forgiven', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdef_'), minLength: 3, maxLength: 40 });
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom('', 'x', 'xy'), (own, at, put) => {
      const index = at % own.length;
      expect(nearest(own.slice(0, index) + put + own.slice(index + 1), [own])).toBe(own);
    }),
  );
});

test('a word far too long to be a misspelling costs no time', () => {
  const from = performance.now();
  expect(nearest('x'.repeat(1_000_000), TOOLS)).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1000);
});

test('a name that lacks a word is completed rather than changed', () => {
  expect(nearest('git_status', ['git_stash', 'get_git_status'])).toBe('get_git_status');
  expect(nearest('git_stsh', ['git_stash', 'get_git_status'])).toBe('git_stash');
});
