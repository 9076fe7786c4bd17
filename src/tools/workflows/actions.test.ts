import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

test('an action of each type is created, run and found in one history', async () => {
  const { call, root } = createTestHost({ permissionLevel: 'full_access' });
  const script = dataOf(
    await call('create_action', {
      actionType: 'script',
      name: 'Print',
      config: { command: 'printf', args: ['%s|', "it's", '$HOME; ls'], env: { KEY: 'value' } },
    }),
  );
  expect(script).toMatchObject({
    actionType: 'script',
    isEnabled: true,
    permission: 'require_confirm',
    config: { env: { KEY: '[hidden]' } },
  });
  const actionId = String(script.actionId);
  const ran = dataOf(await call('run_action', { actionId, parameters: { args: ['more'] } }));
  expect(ran).toMatchObject({
    kind: 'action',
    actionId,
    status: 'completed',
    trigger: 'manual',
    steps: [{ stepId: 'run', exitCode: 0, text: "it's|$HOME; ls|more|" }],
  });
  expect(existsSync(join(root, 'ls'))).toBe(false);

  const workflow = dataOf(
    await call('create_workflow', {
      name: 'Greet',
      inputs: { properties: { who: { type: 'string' } } },
      steps: [{ stepId: 'say', command: 'echo hello {{inputs.who}}', outputs: { said: {} } }],
      outputs: { said: '{{steps.say.outputs.said}}' },
    }),
  );
  const flow = dataOf(
    await call('create_action', {
      actionType: 'workflow',
      name: 'Greeting',
      config: { workflowId: workflow.workflowId, inputs: { who: 'you' } },
    }),
  );
  const greeted = dataOf(await call('run_action', { actionId: flow.actionId, parameters: { who: 'me' } }));
  expect(greeted).toMatchObject({ status: 'completed', steps: [{ outputs: { said: 'hello me' } }] });

  const history = dataOf(await call('list_action_executions')).executions as Record<string, unknown>[];
  expect(history).toMatchObject([
    { kind: 'workflow', trigger: 'workflow', parentExecutionId: greeted.executionId, inputs: { who: 'me' } },
    { kind: 'action', actionType: 'workflow', name: 'Greeting' },
    { kind: 'action', actionType: 'script', name: 'Print', startedBy: expect.stringMatching(/^local:/) },
  ]);
  expect(dataOf(await call('list_action_executions', { actionType: 'script', limit: 1 }))).toMatchObject({
    executions: [{ actionId }],
  });
  const status = dataOf(await call('get_execution_status', { executionId: ran.executionId, logAfter: 0 }));
  expect(status).toMatchObject({
    status: 'completed',
    log: expect.arrayContaining([expect.objectContaining({ seq: 1 })]),
  });
});

test('actions are listed, shown, changed, switched off and deleted', async () => {
  const { call } = createTestHost({ permissionLevel: 'full_access' });
  const config = { command: 'true' };
  const made = dataOf(await call('create_action', { actionType: 'script', name: 'One', config }));
  const { actionId } = made;
  await call('create_action', {
    actionType: 'webhook',
    name: 'Two',
    config: { url: 'https://example.com/x', headers: { authorization: 'Bearer abc' } },
  });
  expect(dataOf(await call('list_actions', { actionType: 'script' }))).toMatchObject({ total: 1 });
  expect(JSON.stringify(dataOf(await call('list_actions')))).not.toContain('abc');
  await call('update_action', { actionId, isEnabled: false, config: { args: ['x'] } });
  expect(dataOf(await call('get_action', { actionId }))).toMatchObject({
    isEnabled: false,
    config: { command: 'true', args: ['x'] },
  });
  expect(dataOf(await call('list_actions', { enabledOnly: true }))).toMatchObject({ total: 1 });
  expect(await call('run_action', { actionId })).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(await call('update_action', { actionId, config: { command: '' } })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('command') },
  });
  expect(dataOf(await call('delete_action', { actionId }))).toMatchObject({ actionId });
  expect(await call('get_action', { actionId })).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

test('people say what runs unasked, is asked about or is refused; the newest word counts', async () => {
  const host = createTestHost();
  const { people } = await host.host.workflows();
  const config = { command: 'touch', args: ['done.txt'] };
  const made = await callApproved(host, 'create_action', { actionType: 'script', name: 'Touch', config });
  const { actionId } = dataOf(made.answer) as { actionId: string };
  const done = () => existsSync(join(host.root, 'done.txt'));
  expect(await host.call('run_action', { actionId })).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  await people.setPermission('type:script', 'deny', 'me');
  expect(await host.call('run_action', { actionId })).toMatchObject({ error: { code: 'BLOCKED_BY_POLICY' } });
  expect(done()).toBe(false);
  await people.setPermission(actionId, 'require_confirm', 'me');
  await people.setPermission(actionId, 'auto_approve', 'me');
  expect(dataOf(await host.call('get_action_permissions', { actionId }))).toMatchObject({
    permissionLevel: 'auto_approve',
    permissions: [{ permissionLevel: 'auto_approve' }, { subject: 'type:script', permissionLevel: 'deny' }],
  });
  const first = await callApproved(host, 'run_action', { actionId });
  expect(dataOf(first.answer)).toMatchObject({ status: 'completed' });
  expect(done()).toBe(true);
  expect(dataOf(await host.call('run_action', { actionId }))).toMatchObject({ status: 'completed' });
});

test('auto_approve covers an action as it is: not what an agent adds, not what it becomes', async () => {
  const host = createTestHost();
  const { people } = await host.host.workflows();
  writeFiles(host.root, { 'docs/n.md': 'x' });
  const create = async (args: Record<string, unknown>) =>
    String(dataOf((await callApproved(host, 'create_action', args)).answer).actionId);
  const actionId = await create({
    actionType: 'script',
    name: 'Find',
    config: { command: 'find', args: ['docs', '-name', 'n.md'] },
  });
  await people.setPermission(actionId, 'auto_approve', 'me');
  const run = (parameters?: Record<string, unknown>) =>
    host.call('run_action', { actionId, ...(parameters && { parameters }) });
  expect((await callApproved(host, 'run_action', { actionId })).answer).toMatchObject({ ok: true });
  expect(await run()).toMatchObject({ ok: true });
  expect(await run({})).toMatchObject({ ok: true });
  const asked = { error: { code: 'APPROVAL_PENDING' } };
  expect(await run({ args: ['-exec', 'touch', 'evil.txt', ';'] })).toMatchObject(asked);
  expect(existsSync(join(host.root, 'evil.txt'))).toBe(false);

  const change = { actionId, config: { args: ['docs', '-name', 'o.md'] } };
  for (const { id } of host.host.approvals.list().filter(({ status }) => status === 'pending'))
    host.host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'person', via: 'terminal' });
  const { answer, card } = await callApproved(host, 'update_action', change);
  expect(card.reasons.join()).toContain('it runs unasked now (auto_approve)');
  expect(dataOf(answer)).toMatchObject({ permission: 'require_confirm' });
  expect(await run()).toMatchObject(asked);
});

test('auto_approve of an action ends when a script or a program file behind it changes', async () => {
  const host = createTestHost();
  const { people } = await host.host.workflows();
  const script = (text: string) => JSON.stringify({ name: 'p', scripts: { build: text } });
  const files = { 'package.json': script('node b.js'), 'b.js': '1' };
  writeFiles(host.root, files);
  const config = { command: 'npm', args: ['run', 'build'] };
  const made = await callApproved(host, 'create_action', { actionType: 'script', name: 'Build', config });
  const actionId = String(dataOf(made.answer).actionId);
  await people.setPermission(actionId, 'auto_approve', 'me');
  const run = () => host.call('run_action', { actionId });
  expect((await callApproved(host, 'run_action', { actionId })).answer).toMatchObject({ ok: true });
  expect(await run()).toMatchObject({ ok: true });
  const asked = { error: { code: 'APPROVAL_PENDING' } };
  writeFiles(host.root, { 'b.js': 'require("fs").writeFileSync("evil.txt", "")' });
  expect(await run()).toMatchObject(asked);
  writeFiles(host.root, { ...files, 'package.json': script('touch evil.txt') });
  expect(await run()).toMatchObject(asked);
  expect(existsSync(join(host.root, 'evil.txt'))).toBe(false);
  writeFiles(host.root, files);
  expect(await run()).toMatchObject({ ok: true });
});

test('auto_approve of an action without a project covers nothing that nobody saw', async () => {
  const host = createTestHost();
  const { people } = await host.host.workflows();
  const script = (text: string) => JSON.stringify({ name: 'p', scripts: { build: text } });
  writeFiles(host.root, { 'package.json': script('echo fine') });
  const config = { command: 'npm', args: ['run', 'build'] };
  const made = await callApproved(host, 'create_action', { actionType: 'script', name: 'Build', config });
  const actionId = String(dataOf(made.answer).actionId);
  await people.setPermission(actionId, 'auto_approve', 'me');
  // Before it ever ran, the script becomes another one.
  writeFiles(host.root, { 'package.json': script('touch evil.txt') });
  const asked = { error: { code: 'APPROVAL_PENDING' } };
  const run = () => host.call('run_action', { actionId });
  expect(await run()).toMatchObject(asked);
  expect(existsSync(join(host.root, 'evil.txt'))).toBe(false);
  // What an agent adds was seen, and is no part of the action.
  const added = { actionId, parameters: { args: ['run', 'build', '--', 'x'] } };
  expect((await callApproved(host, 'run_action', added)).answer).toMatchObject({ ok: true });
  writeFiles(host.root, { 'package.json': script('echo fine') });
  expect(await run()).toMatchObject(asked);
});

test('auto_approve of an action that runs a workflow ends when the workflow changes', async () => {
  const host = createTestHost();
  const { people } = await host.host.workflows();
  const allowed = async (tool: string, args: Record<string, unknown>) =>
    dataOf((await callApproved(host, tool, args)).answer);
  const steps = (name: string) => [{ stepId: 'do', command: `touch ${name}` }];
  const { workflowId } = await allowed('create_workflow', { name: 'W', steps: steps('one.txt') });
  const config = { workflowId };
  const { actionId } = await allowed('create_action', { actionType: 'workflow', name: 'Run', config });
  await people.setPermission(String(actionId), 'auto_approve', 'me');
  expect((await callApproved(host, 'run_action', { actionId })).answer).toMatchObject({ ok: true });
  expect(existsSync(join(host.root, 'one.txt'))).toBe(true);
  expect(await host.call('run_action', { actionId })).toMatchObject({ ok: true });
  await allowed('update_workflow', { workflowId, steps: steps('two.txt') });
  expect(await host.call('run_action', { actionId })).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  expect(existsSync(join(host.root, 'two.txt'))).toBe(false);
});

test('a failed action says what its program said', async () => {
  const { call } = createTestHost({ permissionLevel: 'full_access' });
  const config = { command: 'ls', args: ['nowhere'] };
  const { actionId } = dataOf(await call('create_action', { actionType: 'script', name: 'Fail', config }));
  expect(await call('run_action', { actionId })).toMatchObject({
    ok: false,
    error: {
      code: 'EXEC_FAILED',
      data: { status: 'failed', steps: [{ status: 'failed', exitCode: 2 }] },
      text: expect.stringContaining('No such file'),
    },
  });
});

test('templates of every category are there, own ones keep their category, and values are words', async () => {
  const { call } = createTestHost({ permissionLevel: 'full_access' });
  const { templates } = dataOf(await call('list_step_templates')) as { templates: { category: string }[] };
  expect([...new Set(templates.map(({ category }) => category))].sort()).toEqual(
    'ai cloud code-quality database docker git kubernetes nodejs package-manager security shell testing'.split(
      ' ',
    ),
  );
  const made = dataOf(
    await call('create_step_template', {
      name: 'Greet',
      command: 'echo <who> <n:number=1>',
      category: 'mine',
    }),
  );
  expect(made).toMatchObject({
    category: 'mine',
    isBuiltin: false,
    placeholders: [
      { name: 'who', type: 'text' },
      { name: 'n', type: 'number', default: '1' },
    ],
  });
  expect(dataOf(await call('list_step_templates', { category: 'mine' }))).toMatchObject({ total: 1 });
  expect(dataOf(await call('list_step_templates', { query: 'greet', includeBuiltin: false }))).toMatchObject({
    total: 1,
  });
  const { workflowId } = dataOf(await call('create_workflow', { name: 'W' }));
  const { templateId } = made;
  expect(
    await call('add_workflow_step', { workflowId, templateId, values: { who: 'x', n: 'many' } }),
  ).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('"many" is not a number') },
  });
  await call('add_workflow_step', { workflowId, templateId, values: { who: 'a; b' } });
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({ steps: [{ text: 'a; b 1' }] });
});

test('{pm} is the package manager of the project, wherever it runs', async () => {
  const { call, root } = createTestHost({ permissionLevel: 'full_access' });
  const { writeFiles } = await import('../../../test/support/write-files.ts');
  writeFiles(root, { 'package.json': { name: 'x', packageManager: 'pnpm@10.0.0' } });
  const { workflowId } = dataOf(
    await call('create_workflow', { name: 'W', steps: [{ command: 'echo {pm} install' }] }),
  );
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({
    steps: [{ text: 'pnpm install' }],
  });
});

test('the command of a script is a Bash line, and arguments stand at its end as they are', async () => {
  const { call } = createTestHost({ permissionLevel: 'full_access' });
  const textOf = async (config: object, args: string[] = []) => {
    const made = await call('create_action', { actionType: 'script', name: 'Line', config });
    const ran = dataOf(await call('run_action', { actionId: dataOf(made).actionId, parameters: { args } }));
    return (ran.steps as { text: string }[])[0]?.text;
  };
  expect(await textOf({ command: 'sleep 0' })).toBe('[no output]');
  expect(await textOf({ command: 'echo "hi $WHO" | tr a-z A-Z; exit 0', env: { WHO: 'you' } })).toBe(
    'HI YOU',
  );
  expect(await textOf({ command: 'printf "%s|" one', args: ['two words'] }, ['$HOME; ls'])).toBe(
    'one|two words|$HOME; ls|',
  );
});

test('parameters that an action does not take are refused, not lost', async () => {
  const { call } = createTestHost({ permissionLevel: 'full_access' });
  const create = async (actionType: string, config: object) =>
    dataOf(await call('create_action', { actionType, name: 'A', config })).actionId;
  const script = await create('script', { command: 'echo' });
  const webhook = await create('webhook', { url: 'https://example.com/' });
  const refused = async (actionId: unknown, parameters: object) => {
    const answer = await call('run_action', { actionId, parameters });
    return answer.kind === 'result' && !answer.ok ? `${answer.error.code} ${answer.error.hint}` : 'it ran';
  };
  for (const parameters of [{ argz: ['x'] }, { args: 'one two' }, { command: 'ls' }])
    expect(await refused(script, parameters)).toMatch(/^VALIDATION .*args, a list of texts/);
  expect(await refused(webhook, { body: {} })).toMatch(/^VALIDATION .*payload/);
  const wrong = await call('create_action', { actionType: 'script', name: 'A', config: { comand: 'ls' } });
  expect(wrong).toMatchObject({ error: { hint: 'It takes command, args, cwd, env, timeoutMs.' } });
});
