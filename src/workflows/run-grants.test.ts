import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { createWorkflowHost } from '../../test/support/workflow-host.ts';
import { writeFiles } from '../../test/support/write-files.ts';

test('allowing a run allows its steps as they were shown, and nobody is asked again', async () => {
  const host = createWorkflowHost();
  const workflowId = await host.create({
    name: 'Clean',
    description: 'Takes away what is old.',
    inputs: { properties: { file: { type: 'string' } } },
    steps: [{ command: 'rm {{inputs.file}}' }, { command: 'touch made.txt' }],
  });
  writeFileSync(join(host.root, 'a b.txt'), '');
  const inputs = { file: 'a b.txt' };
  expect(await host.call('run_workflow', { workflowId, inputs })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const { id, card } = await host.asked();
  expect(card.risk).toBe('HIGH');
  expect(card.preview).toContain("rm 'a b.txt'");
  // People know it by its name.
  expect(card.preview).toMatch(/^Clean: the workflow says: "Takes away what is old\."\n/);
  expect(card.parts).toMatchObject([
    { kind: 'steps', title: 'Clean: the workflow says: "Takes away what is old."' },
  ]);
  host.answer(id, 'approve');
  const run = dataOf(await host.call('run_workflow', { workflowId, inputs }));
  expect(run).toMatchObject({ status: 'completed', approvalId: id });
  expect([existsSync(join(host.root, 'a b.txt')), existsSync(join(host.root, 'made.txt'))]).toEqual([
    false,
    true,
  ]);
  // Each step is a call of its own in the record, with the run as its parent.
  const { entries } = dataOf(await host.call('query_audit', { tool: 'shell_execute' })) as {
    entries: object[];
  };
  expect(JSON.stringify(entries)).toContain(`"parent":{"kind":"run","id":"${String(run.executionId)}"}`);
  expect(JSON.stringify(entries)).toContain(`allowed with the run ${String(run.executionId)}`);
});

test('a workflow that changed after it was shown is asked about again', async () => {
  const host = createWorkflowHost();
  const workflowId = await host.create({ name: 'W', steps: [{ command: 'touch one' }] });
  await host.call('run_workflow', { workflowId });
  host.answer((await host.asked()).id, 'approve');
  await host.create({ name: 'Other' });
  const change = { workflowId, steps: [{ command: 'touch two' }] };
  await host.call('update_workflow', change);
  host.answer((await host.asked()).id, 'approve');
  dataOf(await host.call('update_workflow', change));
  expect(await host.call('run_workflow', { workflowId })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  expect([existsSync(join(host.root, 'one')), existsSync(join(host.root, 'two'))]).toEqual([false, false]);
});

test('a script whose content changes while the run goes on is asked about, and not run before', async () => {
  const host = createWorkflowHost();
  const scripts = (build: string) => ({ 'package.json': { name: 'x', scripts: { build } } });
  writeFiles(host.root, scripts('touch built-1'));
  const workflowId = await host.create({
    name: 'Build',
    steps: [{ approval: 'Go on?' }, { script: 'build' }],
  });
  const run = await host.start(workflowId);
  const question = await host.asked();
  writeFiles(host.root, scripts('touch built-2'));
  host.answer(question.id, 'approve');
  const again = await host.asked();
  expect(again).toMatchObject({
    tool: 'run_npm_script',
    card: { preview: expect.stringContaining('built-2') },
  });
  expect(existsSync(join(host.root, 'built-2'))).toBe(false);
  await host.until(run, ({ status }) => status === 'pending_confirm');
  host.answer(again.id, 'approve');
  expect(await host.ended(run)).toMatchObject({ status: 'completed' });
  expect(existsSync(join(host.root, 'built-2'))).toBe(true);
});

test('a CRITICAL step asks again though its run was allowed; denied, the run ends as denied', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  writeFileSync(join(host.root, 'x.txt'), '');
  const document = {
    name: 'Danger',
    steps: [
      { stepId: 'go', command: 'ls' },
      { stepId: 'glob', command: 'rm *.txt' },
    ],
  };
  const workflowId = await host.create(document);
  for (const [verdict, status] of [
    ['deny', 'denied'],
    ['approve', 'completed'],
  ] as const) {
    const run = await host.start(workflowId);
    const { id, card } = await host.asked();
    expect(card.risk).toBe('CRITICAL');
    expect(existsSync(join(host.root, 'x.txt'))).toBe(true);
    host.answer(id, verdict, 'because');
    expect(await host.ended(run)).toMatchObject({ status, steps: [{}, { stepId: 'glob' }] });
  }
  expect(existsSync(join(host.root, 'x.txt'))).toBe(false);
});

test('what a person could not see beforehand is asked about when it is known, and not run before', async () => {
  const host = createWorkflowHost();
  const workflowId = await host.create({
    name: 'Late',
    steps: [
      { stepId: 'find', command: "echo 'touch found'", outputs: { line: {} } },
      { stepId: 'do', tool: 'shell_execute', args: { command: '{{steps.find.outputs.line}}' } },
    ],
  });
  const run = await host.start(workflowId);
  const { id, card } = await host.asked();
  expect(card.preview).toContain('touch found');
  expect(existsSync(join(host.root, 'found'))).toBe(false);
  host.answer(id, 'approve');
  expect(await host.ended(run)).toMatchObject({ status: 'completed' });
  expect(existsSync(join(host.root, 'found'))).toBe(true);
});

test.each(['echo "$F"; sh "$_"', 'test -n "$F" && sh "$_"', `[[ "$F" =~ .* ]]; bash "\${BASH_REMATCH[0]}"`])(
  '%s runs no script that a step before names',
  async (command) => {
    const host = createWorkflowHost();
    writeFileSync(join(host.root, 'evil.sh'), 'touch pwned\n');
    const workflowId = await host.create({
      name: 'Late',
      steps: [
        { stepId: 'find', command: 'echo evil.sh', outputs: { line: {} } },
        {
          stepId: 'do',
          tool: 'shell_execute',
          args: { command, access: ['write'], env: { F: '{{steps.find.outputs.line}}' } },
        },
      ],
    });
    await host.start(workflowId);
    const { card } = await host.asked();
    expect(card.preview).toContain('evil.sh');
    expect(existsSync(join(host.root, 'pwned'))).toBe(false);
    // Nothing else holds it back.
    execFileSync('bash', ['-c', command], { cwd: host.root, env: { ...process.env, F: 'evil.sh' } });
    expect(existsSync(join(host.root, 'pwned'))).toBe(true);
  },
);

test('a variable that becomes a command is CRITICAL when the run is asked about, and so is a secret', async () => {
  const host = createWorkflowHost();
  const risk = async (steps: unknown[]) => {
    const workflowId = await host.create({ name: 'W', steps });
    await host.call('run_workflow', { workflowId });
    const { id, card } = await host.asked();
    host.answer(id, 'deny');
    return card.risk;
  };
  const find = { stepId: 'find', command: 'echo ls', outputs: { line: {} } };
  const env = { X: '{{steps.find.outputs.line}}' };
  expect(await risk([find, { command: 'echo "$X"', env }])).not.toBe('CRITICAL');
  expect(await risk([find, { command: 'eval "$X"', env }])).toBe('CRITICAL');
  expect(await risk([{ command: 'echo', secrets: { TOKEN: 'npm-token' } }])).toBe('CRITICAL');
});

test('a child that says something else than when its parent was allowed to start by itself is asked about', async () => {
  const host = createWorkflowHost();
  const allowed = async (tool: string, args: object) => {
    await host.call(tool, args);
    host.answer((await host.asked()).id, 'approve');
    return dataOf(await host.call(tool, args));
  };
  const child = await host.create({ name: 'Child', steps: [{ stepId: 'do', command: 'touch first.txt' }] });
  const parent = await host.create({ name: 'Parent', steps: [{ stepId: 'run', workflow: child }] });
  const hook = { direction: 'incoming', workflowId: parent, auth: 'token' };
  const webhookId = String((await allowed('create_webhook', hook)).webhookId);
  const service = await host.host.workflows();
  const { secret: token } = await service.people.rotate(webhookId);
  const deliver = async () =>
    String(
      (await service.receive({ webhookId, token, headers: {}, body: Buffer.from('{}') })).body.executionId,
    );
  expect(await host.ended(await deliver())).toMatchObject({ status: 'completed' });
  expect(existsSync(join(host.root, 'first.txt'))).toBe(true);

  const steps = [{ stepId: 'do', command: 'touch other.txt' }];
  await allowed('update_workflow', { workflowId: child, steps });
  const run = await deliver();
  const { id, card } = await host.asked();
  expect(card.preview).toContain('touch other.txt');
  expect(existsSync(join(host.root, 'other.txt'))).toBe(false);
  host.answer(id, 'deny');
  expect(await host.ended(run)).toMatchObject({ status: 'denied' });
});
