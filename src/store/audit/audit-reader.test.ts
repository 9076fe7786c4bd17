import { expect, test } from 'vitest';
import { makeRecord } from '../../../test/support/record.ts';
import { createAuditReader } from './audit-reader.ts';

const ALL = { limit: 10 };

test('a look-up that nobody waits for is ended, or never begins, and others go on', async () => {
  const record = makeRecord();
  const audit = record.open();
  audit.append('intent', 'a call', { principal: 'me', tool: 'x', risk: 'LOW' });
  const reader = createAuditReader(record.path, audit.settle);
  const stop = new AbortController();
  const asker = { session: 'impatient', signal: stop.signal };
  const given = Promise.allSettled(Array.from({ length: 5 }, () => reader.query(ALL, asker)));
  const other = reader.query(ALL, { session: 'other', signal: new AbortController().signal });
  stop.abort();
  expect(await given).toEqual(
    Array.from({ length: 5 }, () => ({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'CANCELLED' }),
    })),
  );
  expect(await other).toMatchObject([{ callId: 'a call' }]);
  const signal = new AbortController().signal;
  expect(await reader.query(ALL, { session: 'impatient', signal })).toMatchObject([{ callId: 'a call' }]);
  expect(await reader.query(ALL)).toHaveLength(1);
  await reader.close();
  audit.close();
});
