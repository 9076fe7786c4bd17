import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('a burst is started a few pieces per turn, in order, and nothing is left behind', async () => {
  const started: number[] = [];
  const turns = createTurns(3);
  for (let i = 0; i < 8; i++) turns(() => started.push(i));
  const seen = [started.length];
  while (started.length < 8) {
    await nextTurn();
    seen.push(started.length);
  }
  expect(seen).toEqual([3, 6, 8]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('what comes alone starts at once, also after a burst', async () => {
  const turns = createTurns(1);
  turns(() => {});
  await nextTurn();
  await nextTurn();
  let isStarted = false;
  turns(() => {
    isStarted = true;
  });
  expect(isStarted).toBe(true);
});

test('a piece that fails does not keep the others from their turn', async () => {
  const turns = createTurns(1);
  let isStarted = false;
  expect(() =>
    turns(() => {
      throw new Error('failed');
    }),
  ).toThrow('failed');
  turns(() => {
    isStarted = true;
  });
  await nextTurn();
  expect(isStarted).toBe(true);
});
