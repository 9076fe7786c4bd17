import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/program.ts';
import { durable } from './durable.ts';
import { openState } from './state.ts';

const FULL = 2;
const NORMAL = 1;

test('a commit that must survive a power cut waits for the disk, and no other does', () => {
  const db = openState(join(temporaryDirectory(), 'toolgate.db'));
  const look = (): unknown => db.prepare('PRAGMA synchronous').get()?.synchronous;
  const fail = (): never => {
    throw new Error('no');
  };
  const store = durable(db, { decide: look, used: look, fail }, ['decide', 'fail']);
  expect([store.decide(), store.used()]).toEqual([FULL, NORMAL]);
  expect(store.fail).toThrow('no');
  expect(look()).toBe(NORMAL);
  db.close();
});
