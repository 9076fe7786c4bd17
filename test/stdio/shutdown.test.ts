import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type LineClient, modernMeta } from '../support/line-client.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { hasBegun, recorded, startStdio, WAYS } from '../support/stdio.ts';

const LIMIT_MS = 2000;
/** A pipe holds 64 KB that nobody has read; what is written beyond has to wait this long. */
const SLOW_READER_MS = 300;
const CANCELLED = { kind: 'outcome', tool: 'slow_compute', code: 'CANCELLED' };

const ENDINGS: [string, (client: LineClient) => void][] = [
  ['SIGINT', ({ child }) => void child.kill('SIGINT')],
  ['SIGTERM', ({ child }) => void child.kill('SIGTERM')],
  ['SIGHUP', ({ child }) => void child.kill('SIGHUP')],
  ['closed stdin', ({ child }) => void child.stdin?.end()],
];

async function startWithCall(way: (typeof WAYS)[number], dataDir: string): Promise<LineClient> {
  const client = startStdio(way, { dataDir });
  await client.initialize();
  const params = { name: 'slow_compute', arguments: { seconds: 60 } };
  client.send({ jsonrpc: '2.0', id: 'own', method: 'tools/call', params });
  await until('the call to begin', () => hasBegun(dataDir, 'slow_compute'));
  return client;
}

describe.each(WAYS)('the end of toolgate stdio, %s', (way) => {
  test.each(ENDINGS)('%s ends it in time, and the call that ran is in the record', async (_name, end) => {
    const dataDir = temporaryDirectory();
    const client = await startWithCall(way, dataDir);
    const from = performance.now();
    end(client);
    expect(await client.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - from).toBeLessThan(LIMIT_MS);
    // A host in the background writes it on its own; one inside the process had to before it left.
    if (way === 'pipe') await until('the record', () => recorded(dataDir).length > 1);
    expect(recorded(dataDir)).toEqual([{ kind: 'intent', tool: 'slow_compute', code: null }, CANCELLED]);
  });

  test('a second signal changes nothing, and the data directory is free for the next', async () => {
    const dataDir = temporaryDirectory();
    const client = await startWithCall(way, dataDir);
    client.child.kill('SIGINT');
    client.child.kill('SIGTERM');
    expect(await client.exit).toEqual({ code: 0, signal: null });
    if (way === 'pipe') await until('the record', () => recorded(dataDir).length > 1);
    const next = startStdio(way, { dataDir });
    const { structuredContent } = await next.call('query_audit', { failed: true }, modernMeta());
    expect(structuredContent).toMatchObject({
      entries: [{ kind: 'outcome', body: { tool: 'slow_compute', code: 'CANCELLED' } }],
    });
  });

  test('stdin that closes before anything was said ends it, too', async () => {
    const client = startStdio(way);
    client.child.stdin?.end();
    expect(await client.exit).toEqual({ code: 0, signal: null });
    expect(client.received).toEqual([]);
  });

  test('a reader that goes away ends it, too', async () => {
    const client = startStdio(way);
    await client.initialize();
    client.child.stdout?.destroy();
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(await client.exit).toEqual({ code: 0, signal: null });
  });

  test('answers that were written before stdin closed reach a slow reader in full', async () => {
    const client = startStdio(way);
    await client.request('ping');
    client.child.stdout?.pause();
    const params = { _meta: modernMeta() };
    for (let id = 0; id < 50; id++) client.send({ jsonrpc: '2.0', id, method: 'tools/list', params });
    client.child.stdin?.end();
    await Promise.race([client.exit, setTimeout(SLOW_READER_MS)]);
    client.child.stdout?.resume();
    await client.exit;
    await until('the end of its output', () => client.child.stdout?.readableEnded);
    const ids = client.received.slice(1).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, id) => id));
  });
});

test.each(WAYS)(
  'what a script asked before it closed stdin is answered, however fast it was, %s',
  async (way) => {
    const dataDir = temporaryDirectory();
    if (way === 'pipe') await startStdio('pipe', { dataDir }).initialize();
    const client = startStdio(way, { dataDir });
    const meta = { _meta: modernMeta() };
    const call = (name: string, args: object) => ({ name, arguments: args, ...meta });
    const asked = [
      ...Array.from({ length: 100 }, () => call('read_file', { path: 'package.json' })),
      call('search_text', { query: 'createHost', path: 'src/host' }),
      call('slow_compute', { seconds: 0.2 }),
      call('slow_compute', { seconds: 60 }),
    ];
    for (const [id, params] of asked.entries())
      client.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
    client.child.stdin?.end();
    expect(await client.exit).toEqual({ code: 0, signal: null });
    await until('the end of its output', () => client.child.stdout?.readableEnded);
    expect(client.received.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([...asked.keys()]);
    const last = client.received.find(({ id }) => id === asked.length - 1);
    expect(last?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^CANCELLED/) }],
    });
  },
);

test('the host goes on when one of its agents leaves', async () => {
  const dataDir = temporaryDirectory();
  const leaving = await startWithCall('pipe', dataDir);
  const staying = startStdio('pipe', { dataDir });
  const params = { name: 'slow_compute', arguments: { seconds: 0.5 }, _meta: modernMeta() };
  staying.send({ jsonrpc: '2.0', id: 'stays', method: 'tools/call', params });
  await until('both calls', () => recorded(dataDir).length === 2);
  const pid = hostPid(dataDir);
  leaving.child.kill('SIGTERM');
  await leaving.exit;
  expect((await staying.answer('stays')).result).toMatchObject({ content: [{ text: 'Computed  in 0.5 s' }] });
  expect(hostPid(dataDir)).toBe(pid);
  expect(recorded(dataDir)).toContainEqual(CANCELLED);
});
