import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { atOnce } from './in-turns.ts';
import { createBudget, eachEntry, eachText } from './look-budget.ts';

const AMPLE = { bytes: 1e9, entries: 1e9, ms: 1e9 };

test('a text comes in complete lines, and ends with the budget', () => {
  const path = join(temporaryDirectory(), 'text');
  const text = 'a line\n'.repeat(100_000);
  writeFileSync(path, text);
  const read = (bytes: number) => {
    const budget = createBudget({ ...AMPLE, bytes });
    const pieces: string[] = [];
    atOnce(eachText(path, budget, (lines) => pieces.push(lines)));
    return { text: pieces.join(''), isSpent: budget.isSpent };
  };
  expect(read(text.length)).toEqual({ text, isSpent: false });
  const { text: part, isSpent } = read(150_000);
  expect(isSpent).toBe(true);
  expect(part.length).toBeLessThan(250_000);
  expect(text.startsWith(part)).toBe(true);
});

test('one budget is for all directories of a look', () => {
  const [one, two] = [temporaryDirectory(), temporaryDirectory()];
  for (const place of [one, two]) for (let i = 0; i < 30; i++) writeFileSync(join(place, String(i)), '');
  const budget = createBudget({ ...AMPLE, entries: 40 });
  const names: string[] = [];
  for (const place of [one, two]) atOnce(eachEntry(place, budget, ({ name }) => names.push(name)));
  expect({ found: names.length, isSpent: budget.isSpent }).toEqual({ found: 41, isSpent: true });
});

test('what is not there has nothing in it', () => {
  const gone = join(temporaryDirectory(), 'gone');
  const found: unknown[] = [];
  atOnce(eachText(gone, createBudget(AMPLE), (lines) => found.push(lines)));
  atOnce(eachEntry(gone, createBudget(AMPLE), (entry) => found.push(entry)));
  expect(found).toEqual([]);
});
