import { describe, expect, test } from 'vitest';
import { type LineClient, modernMeta } from '../support/line-client.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { recorded, startStdio, WAYS } from '../support/stdio.ts';

const EXTENSION = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const FOLLOWING = modernMeta({ ...EXTENSION, elicitation: {} });
type Task = { taskId: string; status: string; inputRequests?: unknown; result?: unknown };

/** Starts a call that becomes a task. */
async function start(client: LineClient, name: string, args: Record<string, unknown>): Promise<string> {
  const seed = await client.call(name, args, FOLLOWING);
  expect(seed).toMatchObject({
    resultType: 'task',
    taskId: expect.any(String),
    status: expect.stringMatching(/^(working|input_required)$/),
    ttlMs: expect.any(Number),
    pollIntervalMs: expect.any(Number),
    createdAt: expect.any(String),
    lastUpdatedAt: expect.any(String),
  });
  return (seed as unknown as Task).taskId;
}

const request = (client: LineClient, method: string, params: object) =>
  client.request(method, { ...params, _meta: FOLLOWING });

/** Polls until a task has this status. */
async function untilStatus(client: LineClient, taskId: string, status: string): Promise<Task> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { result } = await request(client, 'tasks/get', { taskId });
    const task = result as Task | undefined;
    if (task?.status === status) return task;
    if (performance.now() > deadline) throw new Error(`Never ${status}: ${JSON.stringify(task)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(WAYS)('tasks, %s', (way) => {
  test('long work is answered at once with a task that is polled until it is done', async () => {
    const client = startStdio(way);
    const long = await start(client, 'slow_compute', { seconds: 60 });
    const taskId = await start(client, 'slow_compute', { seconds: 0.3, label: 'pi' });
    expect((await request(client, 'tasks/get', { taskId: long })).result).toMatchObject({
      resultType: 'complete',
      taskId: long,
      status: 'working',
    });
    expect(await client.call('greet', { name: 'Ada' }, modernMeta())).toBeDefined();
    expect(await untilStatus(client, taskId, 'completed')).toMatchObject({
      result: { content: [{ type: 'text', text: 'Computed pi in 0.3 s' }] },
    });
  });

  test('a cancelled task stops its work and stays cancelled', async () => {
    const dataDir = temporaryDirectory();
    const client = startStdio(way, { dataDir });
    const taskId = await start(client, 'slow_compute', { seconds: 60 });
    expect((await request(client, 'tasks/cancel', { taskId })).result).toMatchObject({
      resultType: 'complete',
    });
    const outcome = { kind: 'outcome', tool: 'slow_compute', code: 'CANCELLED' };
    await until('the record', () => recorded(dataDir).some((entry) => entry.code === outcome.code));
    expect(recorded(dataDir)).toContainEqual(outcome);
    expect((await untilStatus(client, taskId, 'cancelled')).result).toBeUndefined();
    expect((await request(client, 'tasks/cancel', { taskId })).error).toBeUndefined();
  });

  test('a task that asks waits for its answer', async () => {
    const client = startStdio(way);
    const taskId = await start(client, 'confirm_delete', { filename: 'old.txt' });
    const { inputRequests } = await untilStatus(client, taskId, 'input_required');
    expect(inputRequests).toMatchObject({
      confirm: { method: 'elicitation/create', params: { message: 'Delete old.txt?' } },
    });
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    await request(client, 'tasks/update', { taskId, inputResponses });
    expect(await untilStatus(client, taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'Deleted old.txt' }] },
    });
  });

  test('a tool that fails completes its task with the error, a defect fails it', async () => {
    const client = startStdio(way);
    const failing = await start(client, 'failing_job', {});
    const broken = await start(client, 'protocol_error_job', {});
    expect(await untilStatus(client, failing, 'completed')).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('The job failed') }] },
    });
    expect(await untilStatus(client, broken, 'failed')).toMatchObject({ error: { code: -32603 } });
  });

  test('a client that did not declare the extension gets the result itself, or is told', async () => {
    const client = startStdio(way);
    await client.initialize();
    const done = { content: [{ type: 'text', text: 'Computed  in 0.01 s' }] };
    expect(await client.call('slow_compute', { seconds: 0.01 })).toEqual(done);
    expect(await client.call('slow_compute', { seconds: 0.01 }, modernMeta())).toMatchObject(done);
    const refusal = { code: -32021, data: { requiredCapabilities: EXTENSION } };
    const job = { name: 'failing_job', arguments: {}, _meta: modernMeta() };
    expect((await client.request('tools/call', job)).error).toMatchObject(refusal);
    const get = { taskId: 'any', _meta: modernMeta() };
    expect((await client.request('tasks/get', get)).error).toMatchObject(refusal);
  });

  test('a task that does not exist is an error', async () => {
    const client = startStdio(way);
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
      expect((await request(client, method, { taskId: 'none' })).error).toMatchObject({ code: -32602 });
  });
});

test('another connection of the same user sees a task and can answer or cancel it', async () => {
  const dataDir = temporaryDirectory();
  const [first, second] = [startStdio('pipe', { dataDir }), startStdio('pipe', { dataDir })];
  const asking = await start(first, 'confirm_delete', { filename: 'old.txt' });
  const slow = await start(first, 'slow_compute', { seconds: 60 });
  await untilStatus(second, asking, 'input_required');
  await request(second, 'tasks/update', {
    taskId: asking,
    inputResponses: { confirm: { action: 'decline' } },
  });
  expect(await untilStatus(first, asking, 'completed')).toMatchObject({
    result: { content: [{ text: 'Kept old.txt' }] },
  });
  await request(second, 'tasks/cancel', { taskId: slow });
  await untilStatus(first, slow, 'cancelled');
});
