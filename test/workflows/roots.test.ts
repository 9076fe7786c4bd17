import { mkdirSync, writeFileSync } from 'node:fs';
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
