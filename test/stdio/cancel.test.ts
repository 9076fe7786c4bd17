import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { type LineClient, modernMeta } from '../support/line-client.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { hasBegun, recorded, startStdio, WAYS } from '../support/stdio.ts';

const CANCELLED = { kind: 'outcome', tool: 'slow_compute', code: 'CANCELLED' };
const hasEnded = (dataDir: string) => recorded(dataDir).some(({ code }) => code === 'CANCELLED');
const isRunning = (dataDir: string) => until('the call to begin', () => hasBegun(dataDir, 'slow_compute'));

const startSlow = (client: LineClient, id: string, meta = {}) => {
  const params = { name: 'slow_compute', arguments: { seconds: 60 }, _meta: meta };
  client.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
};
const cancel = (client: LineClient, requestId: string, meta = {}) => {
  const params = { requestId, reason: 'Changed my mind', ...meta };
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
};

test.each(AGENTS)('$name can cancel a call with a signal, $way', async ({ way, connect }) => {
  const dataDir = temporaryDirectory();
  const { callTool } = await connect(way, { dataDir });
  const stop = new AbortController();
  const call = callTool('slow_compute', { seconds: 60 }, { signal: stop.signal });
  const outcome = expect(call).rejects.toThrow();
  await isRunning(dataDir);
  stop.abort();
  await outcome;
  await until('the record of it', () => hasEnded(dataDir));
  expect(recorded(dataDir)).toContainEqual(CANCELLED);
  expect(await callTool('greet', { name: 'Ada' })).toBeDefined();
});

describe.each(WAYS)('cancelling a call, %s', (way) => {
  test.each([
    ['2025-11-25', {}],
    ['2026-07-28', modernMeta()],
  ])('in %s it stops the work, nothing is answered, and other calls go on', async (revision, meta) => {
    const dataDir = temporaryDirectory();
    const client = startStdio(way, { dataDir });
    await (revision === '2025-11-25' ? client.initialize(revision) : client.request('ping'));
    startSlow(client, 'own', meta);
    client.send({
      jsonrpc: '2.0',
      id: 'other',
      method: 'tools/call',
      params: { name: 'slow_compute', arguments: { seconds: 0.2, label: 'rest' }, _meta: meta },
    });
    await isRunning(dataDir);
    cancel(client, 'own');
    await until('the record of it', () => hasEnded(dataDir));
    const { structuredContent } = await client.call('query_audit', { failed: true }, meta);
    expect(structuredContent).toMatchObject({
      entries: [
        { kind: 'outcome', body: { tool: 'slow_compute', args: { seconds: 60 }, code: 'CANCELLED' } },
      ],
    });
    expect((await client.answer('other')).result).toMatchObject({
      content: [{ text: 'Computed rest in 0.2 s' }],
    });
    expect(client.received.filter(({ id }) => id === 'own')).toEqual([]);
  });

  test('a call that waits for a person ends, and a late answer changes nothing', async () => {
    const client = startStdio(way);
    await client.initialize('2025-11-25', { elicitation: {} });
    const params = { name: 'test_elicitation', arguments: { message: 'Who?' } };
    client.send({ jsonrpc: '2.0', id: 'own', method: 'tools/call', params });
    const [question] = await client.messages('elicitation/create', 1);
    cancel(client, 'own');
    client.send({ jsonrpc: '2.0', id: question?.id, result: { action: 'decline' } });
    expect(await client.call('greet', { name: 'Ada' })).toBeDefined();
    expect(client.received.filter(({ id }) => id === 'own')).toEqual([]);
  });

  test('cancelling what is done, unknown or not yet asked for changes nothing', async () => {
    const client = startStdio(way);
    await client.initialize();
    await client.request('ping');
    for (const id of ['r2', 'none', 'later']) cancel(client, id);
    const params = { name: 'greet', arguments: { name: 'Ada' } };
    client.send({ jsonrpc: '2.0', id: 'later', method: 'tools/call', params });
    expect((await client.answer('later')).result).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  });

  test('the record finds a cancelled call by its tool', async () => {
    const dataDir = temporaryDirectory();
    const client = startStdio(way, { dataDir });
    await client.initialize();
    startSlow(client, 'own');
    await isRunning(dataDir);
    cancel(client, 'own');
    await until('the record of it', () => hasEnded(dataDir));
    const { structuredContent } = await client.call('query_audit', { tool: 'slow_compute', failed: true });
    expect(structuredContent).toMatchObject({ entries: [{ body: { code: 'CANCELLED' } }] });
  });
});

test('a cancelled call is not answered later when the host has to be started again', async () => {
  const dataDir = temporaryDirectory();
  const client = startStdio('pipe', { dataDir });
  await client.initialize();
  startSlow(client, 'own');
  await isRunning(dataDir);
  cancel(client, 'own');
  await until('the record of it', () => hasEnded(dataDir));
  const pid = hostPid(dataDir);
  if (pid === undefined) throw new Error('No host is running');
  process.kill(pid, 'SIGKILL');
  await until('another host', () => hostPid(dataDir) !== pid && hostPid(dataDir) !== undefined);
  expect(await client.call('greet', { name: 'Ada' })).toBeDefined();
  expect(client.received.filter(({ id }) => id === 'own')).toEqual([]);
});
