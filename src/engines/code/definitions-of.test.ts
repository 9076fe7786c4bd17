import { expect, test } from 'vitest';
import { definitionsOf } from './definitions-of.ts';

test('definitions have the offsets of the text they define', async () => {
  const text =
    'import x from "y";\n\n/** Doc. */\nexport function area(a: number) {\n  return a;\n}\nclass Side {}\n';
  const found = await definitionsOf('shape.ts', text);
  expect(found.map(({ name, start, end }) => [name, text.slice(start, end)])).toEqual([
    ['area', 'export function area(a: number) {\n  return a;\n}'],
    ['Side', 'class Side {}'],
  ]);
});

test('a language that is not known has no definitions', async () => {
  expect(await definitionsOf('notes.txt', 'class X {}')).toEqual([]);
});
