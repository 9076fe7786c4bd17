import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

const unasked = () => createTestHost({ permissionLevel: 'full_access', limits: { writesPerMinute: 1000 } });

test('a workflow is created, shown, changed, listed and deleted, each change a version', async () => {
  const { call } = unasked();
  const made = dataOf(
    await call('create_workflow', {
      name: 'Build',
      description: 'Builds',
      steps: [{ name: 'Compile it', command: 'true' }, { command: 'ls' }],
    }),
  );
  const workflowId = String(made.workflowId);
  expect(made).toMatchObject({
    workflowId: expect.stringMatching(/^wf_[0-9a-f]{12}$/),
    version: 1,
    isEnabled: false,
    steps: [
      { stepId: 'compile-it', name: 'Compile it' },
      { stepId: 'command', name: 'command' },
    ],
  });
  const added = await call('add_workflow_step', {
    workflow_id: workflowId,
    name: 'First',
    command: 'echo',
    order: 0,
  });
  expect(dataOf(added)).toMatchObject({ stepId: 'first', order: 0, version: 2, stepCount: 3 });
  const fromTemplate = await call('add_workflow_step', {
    workflowId,
    templateId: 'git/recent-commits',
    values: { count: '3' },
  });
  expect(dataOf(fromTemplate)).toMatchObject({ name: 'Recent commits', order: 3 });
  expect(await call('add_workflow_step', { workflowId, templateId: 'git/commit', values: {} })).toMatchObject(
    { error: { code: 'VALIDATION', message: expect.stringContaining('<message>') } },
  );
  const shown = dataOf(await call('get_workflow', { workflowId }));
  expect(shown.steps).toMatchObject([
    { stepId: 'first' },
    {},
    {},
    { command: 'git log --oneline --decorate -n 3' },
  ]);
  // What was shown can be sent back.
  const updated = dataOf(
    await call('update_workflow', { workflowId, steps: shown.steps, description: null }),
  );
  expect(updated).toMatchObject({ version: 4, steps: shown.steps });
  expect(updated).not.toHaveProperty('description');
  const less = dataOf(await call('delete_workflow_step', { workflowId, stepId: 'first' }));
  expect(less).toMatchObject({ stepCount: 3, version: 5 });
  expect(dataOf(await call('list_workflows'))).toMatchObject({ total: 1, workflows: [{ workflowId }] });
  expect(dataOf(await call('delete_workflow', { workflowId }))).toMatchObject({ deleted: true });
  expect(await call('get_workflow', { workflowId })).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test.each([
  [
    'a cycle',
    [
      { stepId: 'a', needs: ['b'], command: 'ls' },
      { stepId: 'b', needs: ['a'], command: 'ls' },
    ],
    'a -> b -> a',
  ],
  [
    'an unknown need',
    [
      { stepId: 'build', command: 'ls' },
      { needs: ['biuld'], command: 'ls' },
    ],
    'did you mean "build"',
  ],
  [
    'two of a name',
    [
      { stepId: 'a', command: 'ls' },
      { stepId: 'a', command: 'ls' },
    ],
    'two steps "a"',
  ],
  ['nothing to do', [{ stepId: 'a' }], 'does nothing'],
  ['two things to do', [{ stepId: 'a', command: 'ls', script: 'x' }], 'command and script'],
  ['a bad condition', [{ command: 'ls', when: 'inputs.x ==' }], 'ends too early'],
  ['a bad placeholder', [{ command: 'ls {{what}}' }], '{{what}} cannot be filled in'],
  ['an unknown input', [{ command: 'ls {{inputs.x}}' }], 'no input "x"'],
  [
    'a step that is not before',
    [
      { stepId: 'a', needs: [], command: 'ls' },
      { needs: [], command: 'ls', env: { A: '{{steps.a.status}}' } },
    ],
    'add it to needs',
  ],
  [
    'a result in a command',
    [{ stepId: 'a', command: 'ls', outputs: { x: {} } }, { command: 'echo {{steps.a.outputs.x}}' }],
    'in env',
  ],
  ['an unknown tool', [{ tool: 'no_such_tool' }], 'no tool "no_such_tool"'],
  ['an unknown workflow', [{ workflow: 'wf_none' }], 'no workflow "wf_none"'],
])('%s is refused in words, and nothing is kept', async (_, steps, words) => {
  const { call } = unasked();
  expect(await call('create_workflow', { name: 'Bad', steps })).toMatchObject({
    error: { code: expect.stringMatching(/VALIDATION|NOT_FOUND/), message: expect.stringContaining(words) },
  });
  expect(dataOf(await call('list_workflows'))).toMatchObject({ total: 0 });
});

test('a schedule that cannot be read is refused', async () => {
  const { call } = unasked();
  const steps = [{ command: 'ls' }];
  for (const [schedule, words] of [
    [{ cron: 'every day' }, 'not a cron expression'],
    [{ cron: '0 9 * * *', timeZone: 'Mars/Base' }, 'not a time zone'],
  ])
    expect(await call('create_workflow', { name: 'x', steps, schedule })).toMatchObject({
      error: { code: 'VALIDATION', message: expect.stringContaining(String(words)) },
    });
});

test('one workflow more leaves all others as they were, and 20 writers at once lose nothing', async () => {
  const { call } = unasked();
  const first = dataOf(await call('create_workflow', { name: 'First', steps: [{ command: 'ls' }] }));
  const before = dataOf(await call('get_workflow', { workflowId: first.workflowId }));
  const names = Array.from({ length: 20 }, (_, index) => `w${index}`);
  await Promise.all(names.map((name) => call('create_workflow', { name, steps: [{ command: 'ls' }] })));
  expect(dataOf(await call('list_workflows'))).toMatchObject({ total: 21 });
  expect(dataOf(await call('get_workflow', { workflowId: first.workflowId }))).toEqual(before);
  const { workflowId } = first;
  await Promise.all(
    names.map((name) => call('add_workflow_step', { workflowId, name, command: `echo ${name}` })),
  );
  const steps = dataOf(await call('get_workflow', { workflowId })).steps as { name: string }[];
  expect(steps.map(({ name }) => name).sort()).toEqual(['command', ...names].sort());
});

test('what is stored is judged: one level below what it does, all of it where it starts by itself', async () => {
  const host = createTestHost();
  const steps = [{ command: 'rm notes.txt' }];
  const kept = await callApproved(host, 'create_workflow', { name: 'Kept', steps });
  expect(kept.card.risk).toBe('MEDIUM');
  expect(kept.card.preview).toContain('rm notes.txt');
  const timed = await callApproved(host, 'create_workflow', {
    name: 'Timed',
    steps,
    schedule: { cron: '0 3 * * *' },
  });
  expect(timed.card.risk).toBe('HIGH');
  expect(dataOf(timed.answer)).toMatchObject({ isEnabled: true, nextRunAt: expect.any(String) });
  const critical = await callApproved(host, 'create_workflow', {
    name: 'Critical',
    steps: [{ command: 'sudo rm -rf /srv/data' }],
  });
  expect(critical.card.risk).toBe('CRITICAL');
  expect(
    await host.call('create_workflow', { name: 'Wipe', steps: [{ command: 'rm -rf /' }] }),
  ).toMatchObject({
    error: { code: 'BLOCKED_BY_POLICY' },
  });
});

test('files of the repository are workflows; they are changed as files, and read again', async () => {
  const { call, root } = unasked();
  const folder = join(root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'check.yml');
  writeFileSync(file, 'name: Check\nsteps:\n  - id: a\n    command: echo one\n');
  writeFileSync(join(folder, 'broken.yml'), 'name: [');
  const [found] = dataOf(await call('list_workflows')).workflows as { workflowId: string }[];
  expect(found).toMatchObject({ name: 'Check', file, isEnabled: false, version: 1 });
  const { workflowId } = found ?? { workflowId: '' };
  expect(await call('update_workflow', { workflowId, name: 'x' })).toMatchObject({
    error: { code: 'CONFLICT' },
  });
  writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'two'));
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({
    version: 2,
    steps: [{ text: expect.stringContaining('two') }],
  });
});

test('in read_only mode nothing is stored', async () => {
  const { call } = createTestHost({ permissionLevel: 'read_only' });
  expect(await call('create_workflow', { name: 'x', steps: [{ command: 'ls' }] })).toMatchObject({
    error: { code: 'BLOCKED_BY_POLICY' },
  });
  expect(dataOf(await call('list_workflows'))).toMatchObject({ total: 0 });
});

test('the id of a step is known by its other name', async () => {
  const { call } = unasked();
  const inStep = await call('create_workflow', { name: 'W', steps: [{ id: 'a', command: 'true' }] });
  expect(inStep).toMatchObject({ error: { message: expect.stringContaining('did you mean "stepId"') } });
});

test('a template says nothing of a sandbox that works', async () => {
  const host = createTestHost();
  const { card } = await callApproved(host, 'create_step_template', { name: 'T', command: 'ls' });
  expect(JSON.stringify(card)).not.toContain('no sandbox works');
});
