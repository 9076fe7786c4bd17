import { expect, test } from 'vitest';
import { checkUser } from './check-user.ts';

test('doctor says what it costs to run as root, and nothing of any other user', () => {
  expect(checkUser(0)).toEqual([
    {
      state: 'missing',
      what: 'an ordinary user: this is root',
      next: expect.stringContaining('as root, what you allow with "host"'),
    },
  ]);
  expect(checkUser(1000)).toEqual([]);
});
