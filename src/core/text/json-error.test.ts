import { expect, test } from 'vitest';
import { jsonErrorAt } from './json-error.ts';

test.each([
  ['WALRUS=1', 1, 1],
  ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
  ['{"a": 1,}', 1, 9],
  ['{"a": tru, "b": 1}', 1, 10],
  ['[1, 2', 1, 6],
  ['', 1, 1],
  ['{"a": "x\ny"}', 1, 9],
  ['{"a": 1}\n{"b": 2}', 2, 1],
  ['{"a": 1.x}', 1, 9],
  ["{'a': 1}", 1, 2],
  [`${' \n'.repeat(5000)}{"a" 1}`, 5001, 6],
])('%j is wrong at %i:%i', (text, line, column) => {
  expect(jsonErrorAt(text)).toEqual({ line, column });
});
