import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { createWorkflowHost } from '../../test/support/workflow-host.ts';
import { createToolList } from '../transports/mcp/serve/tool-list.ts';
import { callerWith } from './agent.ts';

test('a person offers a workflow as a tool: its inputs are the parameters, its steps the risk', async () => {
  const host = createWorkflowHost();
  const { registry, config, changes, rights } = host.host;
  const workflowId = await host.create({
    name: 'Clean up',
    description: 'Removes a file.',
    inputs: { properties: { file: { type: 'string', description: 'Which' } }, required: ['file'] },
    steps: [{ command: 'touch {{inputs.file}}' }, { command: 'rm {{inputs.file}}' }],
  });
  const caller = callerWith(config, 'stdio', { cwd: host.root });
  const list = createToolList({ registry, config, rights });
  const offered = () => list(caller, undefined).tools.find(({ name }) => name === 'clean_up');
  expect(offered()).toBeUndefined();
  const told: unknown[] = [];
  changes.subscribe((change) => told.push(change));
  const { people } = await host.host.workflows();
  people.expose(workflowId, 'clean_up');
  expect(told).toContain('tools');
  expect(offered()).toMatchObject({
    title: 'Clean up',
    description: 'Removes a file.',
    inputSchema: { type: 'object', properties: { file: { description: 'Which' } }, required: ['file'] },
  });
  expect(await host.call('clean_up', {})).toMatchObject({ error: { code: 'VALIDATION' } });
  expect(await host.call('clean_up', { file: 'x.txt' })).toMatchObject({
    error: { code: 'APPROVAL_PENDING' },
  });
  const { id, card } = await host.asked();
  expect(card).toMatchObject({ risk: 'HIGH', preview: expect.stringContaining('rm x.txt') });
  host.answer(id, 'approve');
  expect(dataOf(await host.call('clean_up', { file: 'x.txt' }))).toMatchObject({
    status: 'completed',
    workflowId,
  });
  expect(existsSync(join(host.root, 'x.txt'))).toBe(false);
  expect(() => people.expose(workflowId, 'read_file')).toThrow(/already/);
  people.expose(workflowId, null);
  expect(offered()).toBeUndefined();
  expect(await host.call('clean_up', { file: 'x.txt' })).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
});
