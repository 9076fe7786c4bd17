import { expect, test } from 'vitest';
import { isAnswer } from './answers-by-exit.ts';

test.each([
  ['grep x a.txt', ''],
  ['cd src && grep x a.txt', ''],
  ['cmp a b', 'cmp: EOF on a after byte 2\n'],
  ['diff a b', ''],
  ['[ -f a ]', ''],
  ['cat a | grep x', ''],
  ['which node', ''],
])('%s with exit code 1 is an answer', (command, stderr) => {
  expect(isAnswer(command, 1, stderr)).toBe(true);
});

test.each([
  ['false', ''],
  ['true; false', ''],
  ['! true', ''],
  ['exit 1', ''],
  ['grep x < missing', 'bash: missing: No such file or directory\n'],
  ['diff <(cat missing) a', 'cat: missing: No such file or directory\n'],
  ['cd missing && grep x a', 'bash: cd: missing: No such file or directory\n'],
  ['cat missing | grep x', 'cat: missing: No such file or directory\n'],
  ['which a b', 'which: invalid option\n'],
])('%s with exit code 1 has failed', (command, stderr) => {
  expect(isAnswer(command, 1, stderr)).toBe(false);
});
