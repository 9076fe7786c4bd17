import { expect, test } from 'vitest';
import { auditRows, serveForFile } from '../support/http.ts';
import { openSession } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';

const server = serveForFile();

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
const PONG = { jsonrpc: '2.0', id: 7, result: {} };
const slow = (label: string, seconds: number) => ({
  ...PING,
  method: 'tools/call',
  params: { name: 'slow_compute', arguments: { seconds, label } },
});
const computed = (label: string, seconds: number) => ({
  jsonrpc: '2.0',
  id: 7,
  result: { content: [{ type: 'text', text: `Computed ${label} in ${seconds} s` }] },
});
const inUse = (id: number | null) => ({
  status: 400,
  messages: [{ jsonrpc: '2.0', id, error: { code: -32600, message: 'Invalid Request: the id 7 is in use' } }],
});

/** Waits for the record that this call began. */
const begun = (label: string) =>
  until(`the call ${label} to begin`, () =>
    auditRows(server()).some(
      ({ kind, body }) => kind === 'intent' && (body.args as { label?: unknown }).label === label,
    ),
  );

test('an id that is in use is refused, its first request is answered, and then it is free', async () => {
  const session = await openSession(server());
  const first = session.send(slow('first', 2));
  await begun('first');
  expect(await session.send(PING)).toMatchObject(inUse(7));
  expect((await session.send({ ...PING, id: '7' })).answer).toEqual({ ...PONG, id: '7' });
  expect((await first).messages).toEqual([computed('first', 2)]);
  expect((await session.send(PING)).messages).toEqual([PONG]);
});

test('of requests with one id that come at the same moment, one is served', async () => {
  const session = await openSession(server());
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => session.send(slow('one of many', 1))));
  const [served, ...refused] = replies.toSorted((a, b) => a.status - b.status);
  expect(served?.messages).toEqual([computed('one of many', 1)]);
  for (const reply of refused) expect(reply).toMatchObject(inUse(7));
  expect((await session.send(PING)).messages).toEqual([PONG]);
});

test('the id of a request that was cancelled is free at once', async () => {
  const session = await openSession(server());
  const cancelled = session.send(slow('cancelled', 60));
  await begun('cancelled');
  await session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  const second = session.send(slow('second', 1));
  await begun('second');
  expect(await session.send(PING)).toMatchObject(inUse(7));
  expect((await second).messages).toEqual([computed('second', 1)]);
  expect((await cancelled).messages).toEqual([]);
});

test('a request that was refused before it was served leaves its id free', async () => {
  const session = await openSession(server());
  expect((await session.send(PING, { accept: 'text/html' })).status).toBe(406);
  expect((await session.send(PING, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  expect((await session.send({ ...PING, jsonrpc: '1.0' })).status).toBe(400);
  expect((await session.send({ ...PING, method: 'no/such' })).answer?.error?.code).toBe(-32601);
  expect((await session.send(PING)).messages).toEqual([PONG]);
});

test('sessions do not share ids', async () => {
  const [mine, other] = await Promise.all([openSession(server()), openSession(server())]);
  const first = mine.send(slow('mine', 1));
  await begun('mine');
  expect((await other.send(PING)).messages).toEqual([PONG]);
  expect((await first).messages).toEqual([computed('mine', 1)]);
});

test('several requests in one body are refused together if an id of theirs is in use', async () => {
  const session = await openSession(server(), { version: '2025-03-26' });
  const first = session.send(slow('before the batch', 2));
  await begun('before the batch');
  expect(await session.send([{ ...PING, id: 8 }, PING])).toMatchObject(inUse(null));
  expect((await first).messages).toEqual([computed('before the batch', 2)]);
  expect(await session.send([PING, PING])).toMatchObject(inUse(null));
  expect((await session.send([PING, { ...PING, id: 8 }])).messages).toEqual([PONG, { ...PONG, id: 8 }]);
});
