import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { type LineClient, startLineClient } from '../support/line-client.ts';
import { processesOf } from '../support/processes-of.ts';
import { until } from '../support/program.ts';

type Data = Record<string, unknown>;

async function startClient() {
  const home = makeHome();
  home.writeConfig({ permissionLevel: 'full_access' });
  const connect = async (): Promise<LineClient> => {
    const client = startLineClient(['stdio'], { cwd: home.project, env: home.env });
    await client.initialize();
    return client;
  };
  return { client: await connect(), connect };
}

const dataOf = async (client: LineClient, name: string, args: Data): Promise<Data> =>
  (await client.call(name, args)).structuredContent as Data;

/** A workflow that sleeps, and a call that waits for it. */
async function runSleeping(client: LineClient, mark: string, more: Data = {}): Promise<string> {
  const steps = [{ stepId: 'sleep', command: `sleep ${mark}`, ...more }];
  const { workflowId } = await dataOf(client, 'create_workflow', { name: 'Sleep', steps });
  const params = { name: 'run_workflow', arguments: { workflowId } };
  client.send({ jsonrpc: '2.0', id: 'run', method: 'tools/call', params });
  await until('the step to begin', () => processesOf(mark).length > 0);
  return String(workflowId);
}

const statusOf = async (client: LineClient, workflowId: string): Promise<unknown> => {
  const { executions } = await dataOf(client, 'list_action_executions', { workflowId });
  return (executions as Data[]).map(({ status }) => status);
};

test('a client that cancels its call of a run ends the run with all it started', async () => {
  const { client } = await startClient();
  const mark = `61.${process.pid}`;
  const workflowId = await runSleeping(client, mark);
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'run' } });
  await expect.poll(() => statusOf(client, workflowId)).toEqual(['cancelled']);
  expect(processesOf(mark)).toEqual([]);
});

test('a client that only leaves has its run go on', async () => {
  const { client, connect } = await startClient();
  const mark = `62.${process.pid}`;
  const workflowId = await runSleeping(client, mark);
  client.child.kill('SIGKILL');
  await client.exit;
  const next = await connect();
  expect(await statusOf(next, workflowId)).toEqual(['running']);
  expect(processesOf(mark)).not.toEqual([]);
});
