import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { serveLocally } from '../../../test/support/local-server.ts';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';

test('every step ends when its time is over, whatever it does, and says so', async () => {
  const { origin } = await serveLocally(() => {});
  const host = createWorkflowHost({ permissionLevel: 'full_access', egress: { allowedOrigins: [origin] } });
  const child = await host.create({ name: 'Child', steps: [{ command: 'sleep 30' }] });
  const action = { actionType: 'webhook', name: 'Slow', config: { url: origin, timeoutMs: 30_000 } };
  const { actionId } = dataOf(await host.call('create_action', action));
  const until = new Date(Date.now() + 30_000).toISOString();
  const limit = { needs: [], timeoutMs: 1000 };
  const workflowId = await host.create({
    name: 'Limits',
    maxParallel: 8,
    steps: [
      { ...limit, stepId: 'child', workflow: child },
      { ...limit, stepId: 'ms', wait: { ms: 30_000 } },
      { ...limit, stepId: 'until', wait: { until } },
      { ...limit, stepId: 'event', wait: { event: 'go' } },
      { ...limit, stepId: 'webhook', webhook: actionId },
      { ...limit, stepId: 'tool', tool: 'shell_execute', args: { command: 'sleep 30', timeoutMs: 20_000 } },
      { ...limit, stepId: 'command', command: 'sleep 30' },
      { stepId: 'in-time', needs: [], wait: { ms: 1 }, timeoutMs: 60_000 },
      {
        stepId: 'a-year',
        needs: [],
        tool: 'list_directory',
        args: { path: '.' },
        timeoutMs: 31_536_000_000,
      },
    ],
  });
  const run = await host.ended(await host.start(workflowId));
  const steps = run.steps as {
    status: string;
    durationMs: number;
    error?: { code: string; message: string };
  }[];
  expect(steps.map(({ status }) => status)).toEqual([
    ...Array(7).fill('timed_out'),
    'completed',
    'completed',
  ]);
  expect(steps.slice(0, 7).map(({ error }) => error?.code)).toEqual(Array(7).fill('TIMEOUT'));
  expect(steps.map(({ error }) => error?.message ?? '').join()).not.toContain('cancelled');
  expect(Math.max(...steps.map(({ durationMs }) => durationMs))).toBeLessThan(10_000);
  const { executions } = dataOf(await host.call('list_action_executions', { workflowId: child }));
  expect(executions).toMatchObject([{ status: 'cancelled' }]);
});

test('a step that waited for a person counts as tried when it ran', async () => {
  const host = createWorkflowHost();
  const workflowId = await host.create({
    name: 'Asked',
    steps: [{ stepId: 'clean', command: 'echo one >> count.txt; rm -rf ./gl*' }],
  });
  const run = await host.start(workflowId);
  const waiting = await host.until(run, ({ status }) => status === 'pending_confirm');
  expect(waiting.steps).toMatchObject([{ status: 'pending_confirm', attempts: 0 }]);
  host.answer((await host.asked()).id, 'approve');
  expect((await host.ended(run)).steps).toMatchObject([{ status: 'completed', attempts: 1 }]);
  expect(readFileSync(join(host.root, 'count.txt'), 'utf8')).toBe('one\n');
});
