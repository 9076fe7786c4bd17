import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';

test('without a sandbox, what sorts a text without end is ended', async () => {
  const { call } = createTestHost({ sandbox: 'off' });
  const ended = await call('shell_execute', {
    command: 'seq 1 999999999999 | sort',
    timeoutMs: 50_000,
  });
  expect(ended).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('which is the limit') },
  });
});
