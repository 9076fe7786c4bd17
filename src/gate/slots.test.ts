import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;

test('places go to those who wait in turns, and to each in order', async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  expect(slots.tryTake('person')).toBe(true);
  for (const who of ['busy 1', 'busy 2', 'busy 3', 'other 1', 'busy 4', 'other 2'])
    void slots.take('person', who.slice(0, -2), never).then(() => order.push(who));
  for (let i = 0; i < 6; i++) {
    slots.release('person');
    await Promise.resolve();
  }
  expect(order).toEqual(['busy 1', 'other 1', 'busy 2', 'other 2', 'busy 3', 'busy 4']);
});

test('whoever gives up waiting takes nobody else out of the line', async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  slots.tryTake('person');
  const tired = new AbortController();
  const given = slots.take('person', 'a', tired.signal);
  void slots.take('person', 'a', never).then(() => order.push('a'));
  void slots.take('person', 'b', never).then(() => order.push('b'));
  tired.abort();
  await expect(given).rejects.toMatchObject({ code: 'CANCELLED' });
  slots.release('person');
  slots.release('person');
  await Promise.resolve();
  expect(order).toEqual(['a', 'b']);
  slots.release('person');
  expect(slots.tryTake('person')).toBe(true);
  expect(slots.tryTake('person')).toBe(false);
});
