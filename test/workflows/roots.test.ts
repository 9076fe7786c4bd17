import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callerWith } from '../../src/host/agent.ts';
import { idOfFile } from '../../src/workflows/definitions/workflow-id.ts';
import { dataOf } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';
import { codeOf } from '../support/repository.ts';
import { createWorkflowHost } from '../support/workflow-host.ts';

test('runs, their logs and the files they come from are there in the directories they work in', async () => {
  const { host, root, call } = createWorkflowHost({ permissionLevel: 'full_access' });
  const folder = join(root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'w.yaml'), 'name: w\nsteps: [{ id: s, command: echo from-here }]\n');
  const workflowId = idOfFile(join(folder, 'w.yaml'));
  const { executionId } = dataOf(await call('run_workflow', { workflowId }));
  const caller = callerWith(host.config, 'stdio', { cwd: temporaryDirectory() });
  const elsewhere = (tool: string, args: object = {}) => host.call({ tool, args, caller });
  expect(dataOf(await call('list_action_executions'))).toMatchObject({ executions: [{ executionId }] });
  expect(dataOf(await elsewhere('list_action_executions'))).toMatchObject({ executions: [] });
  const status = { executionId, logAfter: 0 };
  expect(JSON.stringify(dataOf(await call('get_execution_status', status)))).toContain('from-here');
  for (const [tool, args] of [
    ['get_execution_status', status],
    ['cancel_execution', { executionId }],
    ['run_workflow', { workflowId }],
    ['get_workflow', { workflowId }],
  ] as const)
    expect(codeOf(await elsewhere(tool, args)), tool).toBe('NOT_FOUND');
});

test('what works in a project runs nowhere else once the project is removed', async () => {
  const { root, call, create } = createWorkflowHost({ permissionLevel: 'full_access' });
  const path = join(root, 'app');
  mkdirSync(path);
  const { id } = dataOf(await call('register_project', { path }));
  const where = { projectId: id, name: 'Where' };
  const workflowId = await create({ ...where, steps: [{ command: 'pwd; touch made' }] });
  const config = { command: 'touch made' };
  const { actionId } = dataOf(await call('create_action', { ...where, actionType: 'script', config }));
  dataOf(await call('remove_project', { projectId: id }));
  for (const [tool, args] of [
    ['run_workflow', { workflowId }],
    ['run_action', { actionId }],
  ] as const)
    expect(await call(tool, args)).toMatchObject({
      error: { code: 'NOT_FOUND', message: expect.stringContaining(String(id)) },
    });
  expect(existsSync(join(root, 'made'))).toBe(false);
  dataOf(await call('register_project', { path }));
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({ steps: [{ text: path }] });
  expect(await call('create_workflow', { ...where, projectId: 'prj_none' })).toMatchObject({
    error: { code: 'NOT_FOUND', message: 'There is no project "prj_none"' },
  });
});

test('where a step runs can come from an input', async () => {
  const { root, create, start, ended } = createWorkflowHost({ approvals: { waitMs: 10 } });
  for (const name of ['one', 'two']) mkdirSync(join(root, 'apps', name), { recursive: true });
  const workflowId = await create({
    name: 'Where',
    inputs: { type: 'object', properties: { app: { type: 'string' } }, required: ['app'] },
    steps: [{ command: 'pwd; touch made', cwd: 'apps/{{inputs.app}}' }],
  });
  const made = (app: string) => existsSync(join(root, 'apps', app, 'made'));
  expect(await ended(await start(workflowId, { app: 'one' }))).toMatchObject({ status: 'completed' });
  expect([made('one'), made('two')]).toEqual([true, false]);
  expect(await ended(await start(workflowId, { app: 'two' }))).toMatchObject({ status: 'completed' });
  expect(made('two')).toBe(true);
  await expect(start(workflowId, { app: '../..' })).rejects.toThrow('OUTSIDE_ROOT');
});
