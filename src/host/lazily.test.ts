import { expect, test } from 'vitest';
import { once } from '../core/timing/once.ts';
import { lazily } from './lazily.ts';

test('nothing is loaded before a method is called, and then once', async () => {
  let loads = 0;
  const load = once(async () => {
    loads++;
    return { add: async (a: number, b: number) => a + b, name: async () => 'adder' };
  });
  const adder = lazily(load);
  expect(loads).toBe(0);
  expect(await Promise.all([adder.add(1, 2), adder.add(3, 4), adder.name()])).toEqual([3, 7, 'adder']);
  expect(loads).toBe(1);
});

test('what fails to load fails the call', async () => {
  const broken = lazily<{ run: () => Promise<void> }>(() => Promise.reject(new Error('not there')));
  await expect(broken.run()).rejects.toThrow('not there');
});
