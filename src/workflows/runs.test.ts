import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { createWorkflowHost } from '../../test/support/workflow-host.ts';

test('a step is tried again with growing waits, and what goes on after a failure is said by the steps', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({
    name: 'Retry',
    steps: [
      {
        stepId: 'flaky',
        needs: [],
        command: 'echo x >> tries; test $(wc -l < tries) -ge 3',
        retry: { attempts: 4, backoffMs: 5 },
      },
      { stepId: 'bad', needs: [], command: 'exit 3', retry: { attempts: 2, backoffMs: 1 } },
      { stepId: 'soft', needs: [], command: 'exit 4', continueOnError: true },
      { stepId: 'after-soft', needs: ['soft'], command: 'true' },
      { stepId: 'after-bad', needs: ['bad'], command: 'true' },
      { stepId: 'far', needs: ['after-bad'], when: 'failed', command: 'true' },
      {
        stepId: 'report',
        needs: ['bad'],
        when: 'steps.bad.exitCode == 3 && steps.bad.status == "failed"',
        command: 'true',
      },
    ],
  });
  const run = await host.ended(await host.start(workflowId));
  expect(run).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('"bad"'),
    steps: [
      { status: 'completed', attempts: 3 },
      { status: 'failed', attempts: 2, exitCode: 3 },
      { status: 'failed', exitCode: 4 },
      { status: 'completed' },
      { status: 'skipped', reason: expect.stringContaining('did not succeed') },
      { status: 'completed' },
      { status: 'completed' },
    ],
  });
  expect(readFileSync(join(host.root, 'tries'), 'utf8')).toBe('x\nx\nx\n');
});

test('cancelling ends the whole process group, waits and children', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const inner = await host.create({ name: 'Inner', steps: [{ command: 'echo $$ > pid; sleep 300 & wait' }] });
  const workflowId = await host.create({
    name: 'Outer',
    steps: [
      { needs: [], workflow: inner },
      { needs: [], wait: { ms: 300_000 } },
    ],
  });
  const run = await host.start(workflowId);
  await host.until(
    run,
    () => existsSync(join(host.root, 'pid')) && readFileSync(join(host.root, 'pid'), 'utf8') !== '',
  );
  const cancelled = dataOf(await host.call('cancel_execution', { executionId: run }));
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    steps: [{ status: 'cancelled' }, { status: 'cancelled' }],
  });
  const { executions } = dataOf(await host.call('list_action_executions', { workflowId: inner }));
  expect(executions).toMatchObject([{ status: 'cancelled' }]);
  expect(await host.call('cancel_execution', { executionId: run })).toMatchObject({
    error: { code: 'CONFLICT' },
  });
  expect(await host.call('cancel_execution', { executionId: 'exec_none' })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});

test('a step and a run end when their time is over', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const step = await host.create({ name: 'Step', steps: [{ command: 'sleep 60', timeoutMs: 1000 }] });
  const run = await host.create({
    name: 'Run',
    timeoutMs: 1000,
    steps: [{ wait: { ms: 60_000 } }, { command: 'touch no' }],
  });
  const ends = await Promise.all([host.start(step), host.start(run)].map(async (id) => host.ended(await id)));
  expect(ends).toMatchObject([
    { status: 'failed', steps: [{ status: 'timed_out', error: { code: 'TIMEOUT' } }] },
    { status: 'timed_out', steps: [{}, { status: 'cancelled' }] },
  ]);
});

test('secrets reach the step as variables and nothing else', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const value = 'correct-horse-battery-staple-42';
  const steps = [
    {
      command: 'test "$TOKEN" = "$EXPECTED" && printf %s "$TOKEN" | wc -c && echo "$TOKEN"',
      env: { EXPECTED: value },
      secrets: { TOKEN: 'deploy-token' },
    },
  ];
  const workflowId = await host.create({ name: 'Secret', steps });
  expect(await host.ended(await host.start(workflowId))).toMatchObject({
    steps: [{ error: { code: 'NOT_FOUND', message: expect.stringContaining('secrets set deploy-token') } }],
  });
  await host.host.secrets.set('deploy-token', value);
  const run = await host.ended(await host.start(workflowId));
  expect(run).toMatchObject({ status: 'completed', steps: [{ exitCode: 0 }] });
  expect(JSON.stringify(run)).not.toContain(value);
  const log = dataOf(
    await host.call('get_execution_status', { executionId: run.executionId, logAfter: 0 }),
  ).log;
  expect(JSON.stringify(log)).toContain(String(value.length));
  expect(JSON.stringify(log)).not.toContain(value);
});

test('runs with the same key wait for each other, are left out, or take the place of the oldest', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const runs = async (onConflict: string) => {
    const steps = [{ wait: { event: 'go' }, timeoutMs: 60_000 }];
    const workflowId = await host.create({
      name: onConflict,
      concurrency: { key: onConflict, onConflict },
      steps,
    });
    const first = await host.start(workflowId);
    await host.until(first, ({ status }) => status === 'waiting');
    return [first, await host.start(workflowId)] as const;
  };
  const { people } = await host.host.workflows();
  const [one, two] = await runs('queue');
  expect(await host.status(two)).toMatchObject({ status: 'queued' });
  await people.signal(one, 'go', { n: 1 });
  expect(await host.ended(one)).toMatchObject({
    status: 'completed',
    steps: [{ outputs: { event: { n: 1 } } }],
  });
  await host.until(two, ({ status }) => status === 'waiting');
  const [, left] = await runs('skip');
  expect(await host.status(left)).toMatchObject({
    status: 'cancelled',
    error: 'Left out: another run with the same key still goes on',
  });
  const [oldest, newest] = await runs('cancel-oldest');
  expect(await host.ended(oldest)).toMatchObject({ status: 'cancelled' });
  await host.until(newest, ({ status }) => status === 'waiting');
});

test('files a step made are kept as artifacts, and outputs come from JSON, patterns and files', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({
    name: 'Outputs',
    steps: [
      {
        stepId: 'make',
        command: `mkdir -p out; echo report > out/r.txt; echo '{"a":{"b":[7]}}'`,
        artifacts: ['out/*.txt'],
        outputs: {
          deep: { path: 'a.b.0' },
          word: { pattern: '"(\\w)":\\[' },
          file: { from: 'file', path: 'out/r.txt' },
        },
      },
      {
        stepId: 'tool',
        tool: 'list_directory',
        args: { path: 'out' },
        outputs: { first: { from: 'result', path: 'entries.0.name' } },
      },
    ],
  });
  const run = await host.ended(await host.start(workflowId));
  expect(run).toMatchObject({
    status: 'completed',
    steps: [
      {
        outputs: { deep: 7, word: 'b', file: 'report' },
        artifacts: [{ path: join(host.root, 'out/r.txt'), size: 7 }],
      },
      { outputs: { first: 'r.txt' } },
    ],
  });
  const [{ artifacts: [kept] = [] } = {}] = run.steps as { artifacts?: { keptAt: string }[] }[];
  expect(readFileSync(kept?.keptAt ?? '', 'utf8')).toBe('report\n');
});

test('artifacts are found where the inputs of the run put them', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({
    name: 'Package',
    inputs: { properties: { tag: { type: 'string' } } },
    steps: [
      {
        command: 'mkdir "d-$T"; echo x > "d-$T/f"',
        env: { T: '{{inputs.tag}}' },
        artifacts: ['d-{{inputs.tag}}/*'],
      },
    ],
  });
  expect(await host.ended(await host.start(workflowId, { tag: 'v1' }))).toMatchObject({
    status: 'completed',
    steps: [{ artifacts: [{ path: join(host.root, 'd-v1/f') }] }],
  });
});

test('while a run goes on, each step says what it does or waits for, and what it came to', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({
    name: 'Status',
    steps: [
      { stepId: 'wait', wait: { ms: 1 } },
      { stepId: 'ask', approval: 'Go on?' },
      { stepId: 'event', wait: { event: 'go' } },
      { stepId: 'last', command: 'true' },
    ],
  });
  const executionId = await host.start(workflowId);
  const statuses = ({ steps }: Record<string, unknown>) =>
    (steps as { status: string }[]).map(({ status }) => status);
  const { id } = await host.asked();
  const asked = await host.until(executionId, ({ status }) => status === 'pending_confirm');
  expect(statuses(asked)).toEqual(['completed', 'pending_confirm', 'pending', 'pending']);
  expect(asked.steps).toMatchObject([{}, { approvalId: id }, {}, {}]);
  host.answer(id, 'approve');
  const waiting = await host.until(executionId, ({ status }) => status === 'waiting');
  expect(statuses(waiting)).toEqual(['completed', 'completed', 'waiting', 'pending']);
  const { people } = await host.host.workflows();
  await expect(people.signal(executionId, 'gone', null)).rejects.toThrow(
    'waits for the event "gone". It waits for go.',
  );
  await people.signal(executionId, 'go', null);
  expect(statuses(await host.ended(executionId))).toEqual(Array(4).fill('completed'));
  await expect(people.signal(executionId, 'go', null)).rejects.toThrow('has ended already');
});
