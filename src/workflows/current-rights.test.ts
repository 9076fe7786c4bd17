import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { createWorkflowHost, type WorkflowHost } from '../../test/support/workflow-host.ts';
import type { Config } from '../core/config.ts';
import { callerWith } from '../host/agent.ts';

type Live = Partial<Pick<Config, 'permissionLevel' | 'toolPermissions'>>;

/** A workflow that a person enabled, with a way to start it as its webhook does. */
async function enabled(settings: Live, steps: readonly object[]) {
  const host = createWorkflowHost(settings);
  const workflowId = await host.create({ name: 'W', steps });
  const hook = { direction: 'incoming', workflowId, auth: 'token' };
  await host.call('create_webhook', hook);
  for (const { id, status } of host.host.approvals.list())
    if (status === 'pending') host.answer(id, 'approve');
  const listed = dataOf(await host.call('create_webhook', hook));
  const service = await host.host.workflows();
  const caller = callerWith(host.host.config, 'cli', { cwd: host.root, env: {} });
  await service.people.enable(workflowId, caller, 'person');
  const webhookId = String(listed.webhookId);
  const { secret: token } = await service.people.rotate(webhookId);
  const receive = () => service.receive({ webhookId, token, headers: {}, body: Buffer.from('{}') });
  return { ...host, receive, deliver: async () => String((await receive()).body.executionId) };
}

/** As a person does on the page or in a terminal. */
const set = ({ host }: Pick<WorkflowHost, 'host'>, change: Live): void =>
  void Object.assign(host.config, change);

test.each<[string, Live]>([
  ['mode read_only', { permissionLevel: 'read_only' }],
  ['toolPermissions.shell_execute = blocked', { toolPermissions: { shell_execute: 'blocked' } }],
])('%s binds a workflow that was enabled before', async (words, change) => {
  const host = await enabled({}, [{ command: 'touch made.txt' }]);
  const made = join(host.root, 'made.txt');
  expect(await host.ended(await host.deliver())).toMatchObject({ status: 'completed' });
  rmSync(made);
  set(host, change);
  expect(await host.receive()).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(words) },
  });
  expect(existsSync(made)).toBe(false);
  set(host, { permissionLevel: 'execute_with_confirm', toolPermissions: {} });
  expect(await host.ended(await host.deliver())).toMatchObject({ status: 'completed' });
  expect(existsSync(made)).toBe(true);
});

test('a step that waits for a person runs with what is allowed when they have answered', async () => {
  const host = await enabled({}, [{ approval: 'Go on?' }, { command: 'touch made.txt' }]);
  const run = await host.deliver();
  const { id } = await host.asked();
  set(host, { permissionLevel: 'read_only' });
  host.answer(id, 'approve');
  expect(await host.ended(run)).toMatchObject({ status: 'denied' });
  expect(existsSync(join(host.root, 'made.txt'))).toBe(false);
});

test('what was allowed when a workflow was enabled, and is not any more, is asked about', async () => {
  const steps = [{ tool: 'write_file', args: { path: 'made.txt', content: '{{steps.look.outputs.text}}' } }];
  const look = { stepId: 'look', command: 'echo text', outputs: { text: {} } };
  const host = await enabled({ toolPermissions: { write_file: 'allowed' } }, [look, ...steps]);
  const made = join(host.root, 'made.txt');
  expect(await host.ended(await host.deliver())).toMatchObject({ status: 'completed' });
  rmSync(made);
  set(host, { toolPermissions: {} });
  const run = await host.deliver();
  const { id } = await host.asked();
  host.answer(id, 'deny');
  expect(await host.ended(run)).toMatchObject({ status: 'denied' });
  expect(existsSync(made)).toBe(false);
});

test('a run asks about what its agent may not do unasked, though the configuration lets others', async () => {
  const autoApprove = { enabled: true, tools: ['write_file'] };
  const { host, root, answer, ended, asked } = createWorkflowHost({ autoApprove });
  const caller = {
    ...callerWith(host.config, 'stdio', { cwd: root, env: {} }),
    autoApprove: { ...autoApprove, enabled: false },
  };
  const allowed = async (tool: string, args: object) => {
    await host.call({ tool, args, caller });
    for (const { id } of host.approvals.list('pending')) answer(id, 'approve');
    return dataOf(await host.call({ tool, args, caller }));
  };
  const { workflowId } = await allowed('create_workflow', {
    name: 'W',
    steps: [
      { stepId: 'look', command: 'echo text', outputs: { text: {} } },
      { tool: 'write_file', args: { path: 'made.txt', content: '{{steps.look.outputs.text}}' } },
    ],
  });
  const { executionId } = await allowed('run_workflow', { workflowId, inputs: {}, wait: false });
  const { id, tool } = await asked();
  expect(tool).toBe('write_file');
  answer(id, 'deny');
  expect(await ended(String(executionId))).toMatchObject({ status: 'denied' });
  expect(existsSync(join(root, 'made.txt'))).toBe(false);
});
