import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('a burst is started a few pieces per turn, in order, and nothing is left behind', async () => {
  const started: number[] = [];
  const turns = createTurns(3, 'loop');
  for (let i = 0; i < 8; i++) turns.take(() => started.push(i));
  const seen = [started.length];
  while (started.length < 8) {
    await nextTurn();
    seen.push(started.length);
  }
  expect(seen).toEqual([3, 6, 8]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('where a stream brings the burst, an event is a turn, and the order holds', async () => {
  const started: number[] = [];
  const turns = createTurns(2, 'event');
  for (let i = 0; i < 5; i++) turns.take(() => started.push(i));
  expect(started).toEqual([0, 1]);
  expect(turns.isBehind).toBe(true);
  await Promise.resolve();
  turns.take(() => started.push(5));
  expect(started).toEqual([0, 1]);
  while (turns.isBehind) await nextTurn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  await nextTurn();
  turns.take(() => started.push(6));
  expect(started.at(-1)).toBe(6);
});

test('while paused nothing starts, and everything does afterwards', async () => {
  const started: number[] = [];
  const turns = createTurns(2, 'event');
  for (let i = 0; i < 3; i++) turns.take(() => started.push(i));
  turns.pause();
  turns.take(() => started.push(3));
  for (let i = 0; i < 3; i++) await nextTurn();
  expect(started).toEqual([0, 1]);
  turns.resume();
  while (turns.isBehind) await nextTurn();
  expect(started).toEqual([0, 1, 2, 3]);
});

test('what comes alone starts at once, also after a burst', async () => {
  const turns = createTurns(1, 'loop');
  turns.take(() => {});
  await nextTurn();
  await nextTurn();
  let isStarted = false;
  turns.take(() => {
    isStarted = true;
  });
  expect(isStarted).toBe(true);
});

test('a piece that fails does not keep the others from their turn', async () => {
  const turns = createTurns(1, 'loop');
  let isStarted = false;
  expect(() =>
    turns.take(() => {
      throw new Error('failed');
    }),
  ).toThrow('failed');
  turns.take(() => {
    isStarted = true;
  });
  await nextTurn();
  expect(isStarted).toBe(true);
});
