import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns, type Steps } from './in-turns.ts';

function* work(steps: number): Steps<number> {
  for (let i = 0; i < steps; i++) {
    const begin = performance.now();
    while (performance.now() - begin < 5);
    yield;
  }
  return steps;
}

test('others get their turn between two steps of however many works', async () => {
  let isOver = false;
  const works = Promise.all(Array.from({ length: 20 }, () => inTurns(work(10)))).finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns++) await nextTurn();
  expect(await works).toEqual(Array.from({ length: 20 }, () => 10));
  // A thousand milliseconds of work, most of it in turns of one work each.
  expect(turns).toBeGreaterThan(40);
});
