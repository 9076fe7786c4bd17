import { expect, test } from 'vitest';
import { sortedInTurns } from './sorted-in-turns.ts';

test('however many there are, they come out as toSorted has them, equal ones as they came', async () => {
  const byFirst = (a: readonly number[], b: readonly number[]) => (a[0] ?? 0) - (b[0] ?? 0);
  for (const count of [0, 1, 2, 499, 500, 501, 1500, 4321]) {
    const items = Array.from({ length: count }, (_, at) => [(at * 7919) % 97, at]);
    expect(await sortedInTurns(items, byFirst)).toEqual(items.toSorted(byFirst));
  }
});

test('while many are sorted, others have their turn', async () => {
  const items = Array.from({ length: 4000 }, (_, at) => (at * 7919) % 4001);
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  await sortedInTurns(items, (a, b) => {
    const until = performance.now() + 0.005;
    while (performance.now() < until);
    return a - b;
  });
  clearInterval(other);
  expect(turns).toBeGreaterThan(8);
});

test('a comparison that fails tells who waits', async () => {
  const failing = sortedInTurns(new Array(2000).fill(0), () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
});
