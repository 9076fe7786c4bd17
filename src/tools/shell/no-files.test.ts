import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';

/** What sort puts into the machine's own /tmp from now on. */
function watchTmp(): ReadonlySet<string> {
  const filesOfSort = () => readdirSync(tmpdir()).filter((name) => /^sort\w{6}$/.test(name));
  const before = filesOfSort();
  const seen = new Set<string>();
  const look = setInterval(() => {
    for (const name of filesOfSort()) if (!before.includes(name)) seen.add(name);
  }, 20);
  onTestFinished(() => clearInterval(look));
  return seen;
}

test('without a sandbox, what is unasked sorts more than fits into memory where it is looked at', async () => {
  const { call } = createTestHost({ sandbox: 'off' });
  const seen = watchTmp();
  expect(await call('shell_execute', { command: 'seq 1 4000000 | sort -n | tac | head -n 1' })).toMatchObject(
    {
      data: { stdout: '4000000\n' },
    },
  );
  expect([...seen]).toEqual([]);
});

test('what a person allows writes, and has the real /tmp', async () => {
  const { host, root, call } = createTestHost({ sandbox: 'off', approvals: { waitMs: 10_000 } });
  const seen = watchTmp();
  const writing = call('shell_execute', { command: 'seq 1 4000000 | sort -n > made.txt' });
  await expect.poll(() => host.approvals.list('pending')).toHaveLength(1);
  for (const { id } of host.approvals.list('pending'))
    host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'tester', via: 'terminal' });
  expect(await writing).toMatchObject({ ok: true });
  expect(readFileSync(join(root, 'made.txt'), 'utf8')).toMatch(/^1\n2\n/);
  expect([...seen]).not.toEqual([]);
});
