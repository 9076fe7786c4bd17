import { expect, test } from 'vitest';
import { type LineClient, modernMeta } from '../support/line-client.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { signalHost } from '../support/signal-host.ts';
import { callNow, startAgent } from '../support/stdio-agent.ts';

const _meta = modernMeta({ extensions: { 'io.modelcontextprotocol/tasks': {} } });

async function startTask(agent: LineClient, seconds: number): Promise<string> {
  const { result } = await agent.request('tools/call', {
    name: 'slow_compute',
    arguments: { seconds, label: 'task' },
    _meta,
  });
  expect(result).toMatchObject({ resultType: 'task', status: 'working' });
  return String(result?.taskId);
}

const getTask = async (agent: LineClient, taskId: string) =>
  (await agent.request('tasks/get', { taskId, _meta })).result;

test('a task that was working when the host was killed is failed, with the honest reason', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  const taskId = await startTask(agent, 60);
  expect(await getTask(agent, taskId)).toMatchObject({ taskId, status: 'working' });
  const killed = signalHost(dataDir, 'SIGKILL');
  await until('a new host', () => hostPid(dataDir) !== undefined && hostPid(dataDir) !== killed);

  const message = 'The host ended while this task was running; its outcome is unknown, see the audit.';
  expect(await getTask(agent, taskId)).toMatchObject({
    taskId,
    status: 'failed',
    statusMessage: message,
    error: { code: -32603, message },
  });
});

test('a task that had ended before the host was killed keeps its result', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  const taskId = await startTask(agent, 0.1);
  const done = await endOf(agent, taskId);
  expect(done).toMatchObject({
    status: 'completed',
    result: { content: [{ type: 'text', text: 'Computed task in 0.1 s' }] },
  });
  signalHost(dataDir, 'SIGKILL');
  expect(await getTask(agent, taskId)).toEqual(done);
});

test('a task is known to its owner on another connection, under a new host too', async () => {
  const dataDir = temporaryDirectory();
  const starter = startAgent(dataDir);
  const taskId = await startTask(starter, 0.1);
  await endOf(starter, taskId);
  starter.child.kill('SIGKILL');
  signalHost(dataDir, 'SIGKILL');
  const other = startAgent(dataDir);
  expect(await getTask(other, taskId)).toMatchObject({ status: 'completed' });
  await other.initialize();
  expect(await callNow(other, 'legacy')).toBe('Computed legacy in 0 s');
});

async function endOf(agent: LineClient, taskId: string): Promise<Record<string, unknown> | undefined> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const task = await getTask(agent, taskId);
    if (task?.status !== 'working' || performance.now() > deadline) return task;
  }
}
