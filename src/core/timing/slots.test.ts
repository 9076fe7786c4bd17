import { expect, test } from 'vitest';
import { createSlots } from './slots.ts';

const never = new AbortController().signal;
const agent = (session: string, principal = 'person') => ({ session, principal });

test('places go to those who wait in turns, and to each in order', async () => {
  const slots = createSlots(9, 1);
  const order: string[] = [];
  let holder = 'first';
  expect(slots.tryTake(agent(holder))).toBe(true);
  for (const who of ['busy 1', 'busy 2', 'busy 3', 'other 1', 'busy 4', 'other 2'])
    void slots.take(agent(who.slice(0, -2)), never).then(() => {
      order.push(who);
      holder = who.slice(0, -2);
    });
  for (let i = 0; i < 6; i++) {
    slots.release(agent(holder));
    await Promise.resolve();
  }
  expect(order).toEqual(['busy 1', 'other 1', 'busy 2', 'other 2', 'busy 3', 'busy 4']);
});

test('an agent that gives up waiting takes no other out of the line', async () => {
  const slots = createSlots(1, 2);
  const order: string[] = [];
  slots.tryTake(agent('x'));
  slots.tryTake(agent('y'));
  const tired = new AbortController();
  const given = slots.take(agent('a'), tired.signal);
  void slots.take(agent('a'), never).then(() => order.push('a'));
  void slots.take(agent('b'), never).then(() => order.push('b'));
  tired.abort();
  await expect(given).rejects.toMatchObject({ code: 'CANCELLED' });
  slots.release(agent('x'));
  slots.release(agent('y'));
  await Promise.resolve();
  expect(order).toEqual(['a', 'b']);
});

test('one agent cannot take the places of another, and all of a user have a limit together', async () => {
  const slots = createSlots(2, 3);
  expect([1, 2, 3].map(() => slots.tryTake(agent('busy')))).toEqual([true, true, false]);
  expect([1, 2].map(() => slots.tryTake(agent('other')))).toEqual([true, false]);
  expect(slots.tryTake(agent('stranger', 'somebody else'))).toBe(true);
  // The one that waits for its own limit does not hold up the one behind it.
  const order: string[] = [];
  void slots.take(agent('busy'), never).then(() => order.push('busy'));
  void slots.take(agent('third'), never).then(() => order.push('third'));
  slots.release(agent('other'));
  await Promise.resolve();
  expect(order).toEqual(['third']);
});
