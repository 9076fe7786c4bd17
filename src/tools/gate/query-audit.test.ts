import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { configSchema } from '../../core/config.ts';
import { callerWith } from '../../host/agent.ts';

type Entry = { seq: number; kind: string; body: Record<string, unknown> };

test('query_audit finds calls by number, tool, agent, time and failure', async () => {
  const { call, root } = createTestHost();
  await call('list_directory', { path: root });
  await call('read_file', { path: 'missing' });
  await call('no_such_tool', {});
  const query = async (filter: object) => dataOf(await call('query_audit', filter)).entries as Entry[];

  expect(await query({ seq: 1 })).toMatchObject([
    { seq: 1, kind: 'intent', body: { tool: 'list_directory' } },
  ]);
  expect(await query({ failed: true })).toMatchObject([
    { kind: 'refusal', body: { tool: 'no_such_tool', code: 'UNKNOWN_TOOL' } },
    {
      kind: 'outcome',
      body: { tool: 'read_file', code: 'NOT_FOUND', principal: expect.stringMatching(/^local:/) },
    },
  ]);
  expect((await query({ tool: 'read_file' })).map(({ kind }) => kind)).toEqual(['outcome', 'intent']);
  expect(await query({ agent: 'nobody' })).toEqual([]);
  expect(await query({ since: '2999-01-01' })).toEqual([]);
  expect(await query({ limit: 2 })).toHaveLength(2);
});

test('many questions of one agent do not keep another agent waiting', async () => {
  const { call, host, root } = createTestHost();
  const caller = callerWith(configSchema.parse({}), 'stdio', { cwd: root, env: {} });
  const query = { tool: 'query_audit', args: { tool: 'nothing' } };
  // A thread of the look-ups starts when it is needed; how long that takes is not the matter here.
  await Promise.all([call(query.tool, query.args), host.call({ ...query, caller })]);
  let before = 0;
  const flood = Array.from({ length: 60 }, () => call(query.tool, query.args).then(() => before++));
  await host.call({ ...query, caller });
  expect(before).toBeLessThan(10);
  await Promise.all(flood);
});
