import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

type Listed = { approvalId: string; tool: string; status: string }[];

/** A host where reading a secret-like file has been asked about. */
async function askedHost(settings: Record<string, unknown> = {}) {
  const host = createTestHost(settings);
  writeFileSync(join(host.root, '.env'), 'COLOUR=blue\n');
  expect(await host.call('read_file', { path: '.env' })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const [open] = dataOf(await host.call('list_approvals')).approvals as Listed;
  return { ...host, approvalId: open?.approvalId ?? '' };
}

test('list_approvals shows what waits, and wait_for_approval runs it once a person allowed it', async () => {
  const { host, call, approvalId } = await askedHost();
  expect(dataOf(await call('list_approvals'))).toMatchObject({
    approvals: [{ approvalId, tool: 'read_file', risk: 'MEDIUM', status: 'pending' }],
  });
  expect(dataOf(await call('wait_for_approval', { approvalId, waitMs: 0 }))).toMatchObject({
    status: 'pending',
  });

  const waiting = call('wait_for_approval', { approvalId, waitMs: 5000 });
  host.approvals.decide(approvalId, { verdict: 'approve', scope: 'once', by: 'me', via: 'terminal' });
  const answer = await waiting;
  expect(dataOf(answer)).toMatchObject({
    status: 'done',
    tool: 'read_file',
    result: { content: 'COLOUR=blue\n' },
  });
  // What a model sees is the text of the call itself.
  expect(answer).toMatchObject({ content: [{ type: 'text', text: 'COLOUR=blue\n' }] });
  expect(await call('wait_for_approval', { approvalId })).toMatchObject({ error: { code: 'CONFLICT' } });
});

test('wait_for_approval tells what a command printed that was allowed and failed', async () => {
  const { host, call } = createTestHost();
  await call('shell_execute', { command: 'mkdir -p zz && echo built && echo broken >&2 && exit 3' });
  const [{ approvalId } = { approvalId: '' }] = dataOf(await call('list_approvals')).approvals as Listed;
  host.approvals.decide(approvalId, { verdict: 'approve', scope: 'once', by: 'me', via: 'terminal' });
  const answer = await call('wait_for_approval', { approvalId });
  expect(answer).toMatchObject({
    ok: false,
    error: {
      code: 'EXEC_FAILED',
      data: {
        approvalId,
        status: 'done',
        tool: 'shell_execute',
        result: { exitCode: 3, stdout: 'built\n', stderr: 'broken\n' },
      },
      text: expect.stringMatching(/built[\s\S]*broken/),
    },
  });
});

test('wait_for_approval tells what the person said when they did not allow it', async () => {
  const { host, call, approvalId } = await askedHost();
  host.approvals.decide(approvalId, {
    verdict: 'deny',
    scope: 'once',
    by: 'me',
    via: 'terminal',
    feedback: 'not that file',
  });
  expect(await call('wait_for_approval', { approvalId })).toMatchObject({
    error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('not that file') },
  });
});

test('wait_for_approval tells what was allowed but not called in time from what nobody answered', async () => {
  const settings = { approvals: { waitMs: 0, ttlMs: 1500 } };
  const [allowed, silent] = await Promise.all([askedHost(settings), askedHost(settings)]);
  const { host, call, approvalId } = allowed;
  host.approvals.decide(approvalId, { verdict: 'approve', scope: 'once', by: 'me', via: 'terminal' });
  const { expiresAt = '' } = host.approvals.get(approvalId) ?? {};
  // The other one was asked about in the same moment; this waits for its end.
  expect(await silent.call('wait_for_approval', { approvalId: silent.approvalId })).toMatchObject({
    error: { code: 'APPROVAL_EXPIRED', message: 'Nobody answered the question about read_file in time' },
  });
  await vi.waitUntil(() => new Date().toISOString() > expiresAt);
  expect(await call('wait_for_approval', { approvalId })).toMatchObject({
    error: {
      code: 'APPROVAL_EXPIRED',
      message: `A person allowed read_file, but the call was not made before ${expiresAt}`,
    },
  });
});

test("another principal's approval does not exist", async () => {
  const { call } = createTestHost();
  expect(await call('wait_for_approval', { approvalId: 'nobody' })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});

test('explain_call tells what would be decided, and runs nothing', async () => {
  const { call } = createTestHost();
  expect(dataOf(await call('explain_call', { tool: 'read_file', args: { path: 'a.txt' } }))).toMatchObject({
    risk: 'SAFE',
    decision: 'allow',
  });
  expect(dataOf(await call('explain_call', { tool: 'read_file', args: { path: '.env' } }))).toMatchObject({
    risk: 'MEDIUM',
    decision: 'ask',
  });
  expect(
    dataOf(await call('explain_call', { tool: 'read_file', args: { path: '/etc/passwd' } })),
  ).toMatchObject({ decision: 'deny' });
  expect(dataOf(await call('explain_call', { tool: 'nonsense' }))).toMatchObject({
    decision: 'deny',
    reasons: [expect.stringContaining('UNKNOWN_TOOL'), expect.any(String)],
  });
});
