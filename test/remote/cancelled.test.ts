import { expect, test } from 'vitest';
import { processesOf } from '../support/processes-of.ts';
import { until } from '../support/program.ts';
import { startRemoteAgent } from '../support/ssh/remote-agent.ts';
import { sharedSshd } from '../support/ssh/remote-host.ts';

const TOOL = 'acp_remote_execute_command';
const sshd = await sharedSshd();

test('a client that cancels its call, and one that leaves, end the command over there', async () => {
  const agent = await startRemoteAgent(sshd);
  const [cancelled, left] = [`44.${process.pid}`, `45.${process.pid}`];
  const begin = async (id: string, mark: string): Promise<void> => {
    const command = `trap '' TERM; sleep ${mark} & sleep ${mark}`;
    agent.client.send({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: TOOL, arguments: { command } },
    });
    await until('the command to run', () => processesOf(mark).length >= 2, 20_000);
  };
  await begin('cancelled', cancelled);
  agent.client.send({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 'cancelled' },
  });
  await until('it to be gone', () => processesOf(cancelled).length === 0, 20_000);
  // The connection still serves.
  expect((await agent.call(TOOL, { command: 'echo here' })).structuredContent).toMatchObject({
    stdout: 'here\n',
  });
  expect(agent.client.received.filter(({ id }) => id === 'cancelled')).toEqual([]);
  await begin('left', left);
  agent.client.child.kill('SIGKILL');
  await until('the other to be gone as well', () => processesOf(left).length === 0, 20_000);
}, 60_000);
