import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadingOrder } from './reading-order.ts';

test('what is being read already is waited for', async () => {
  const waiting = new Set(['a', 'b']);
  const known: string[] = [];
  const order = createReadingOrder(
    () => waiting,
    async (path) => {
      waiting.delete(path);
      await wait(50);
      known.push(path);
    },
  );
  const all = order.all();
  await wait(10);
  await order.first(['a']);
  expect(known).toContain('a');
  await all;
  expect(known.toSorted()).toEqual(['a', 'b']);
});
