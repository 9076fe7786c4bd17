import { expect, test } from 'vitest';
import { ask, createToken, serveForFile, startServe } from '../support/http.ts';
import { openSession } from '../support/mcp-http.ts';

const server = serveForFile();
const NOT_FOUND = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32001, message: 'Session not found: initialize again' },
};
const NO_BATCHES = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid Request: batches are not part of this protocol revision' },
};
const own = () => ({
  authorization: `Bearer ${server().token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});
const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
const PONG = { jsonrpc: '2.0', id: 7, result: {} };

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2024-11-05'],
  ['2026-07-28', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('who asks for %s in a handshake gets %s', async (asked, agreed) => {
  const { id, initialized } = await openSession(server(), { version: asked });
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(initialized.answer?.result).toMatchObject({
    protocolVersion: agreed,
    serverInfo: { name: 'toolgate' },
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
    instructions: expect.stringContaining('behind a gate'),
  });
});

test('a session serves its requests until it is deleted', async () => {
  const session = await openSession(server());
  expect((await session.send(PING)).answer).toEqual(PONG);
  const { answer } = await session.request('tools/call', { name: 'greet', arguments: { name: 'A' } });
  expect(answer?.result).toEqual({ content: [{ type: 'text', text: 'Hello, A!' }] });
  expect((await session.end()).status).toBe(200);
  const gone = await session.send(PING);
  expect({ status: gone.status, json: gone.json }).toEqual({ status: 404, json: { ...NOT_FOUND, id: 7 } });
  expect((await session.end()).status).toBe(404);
  expect((await session.listen()).status).toBe(404);
});

test('a session nobody opened is not found', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const headers = { ...own(), 'mcp-session-id': '00000000-0000-4000-8000-000000000000' };
    const body = method === 'POST' ? JSON.stringify(PING) : '';
    const { status, json } = await ask(server(), { method, headers, body });
    expect({ method, status, json }).toEqual({
      method,
      status: 404,
      // Only what asks has an id to be answered by.
      json: { ...NOT_FOUND, id: method === 'POST' ? 7 : null },
    });
  }
});

test('without a session there is only the handshake', async () => {
  for (const method of ['ping', 'tools/list', 'tools/call', 'notifications/initialized']) {
    const body = JSON.stringify({ ...PING, method });
    const { status, json } = await ask(server(), { method: 'POST', headers: own(), body });
    expect({ status, json }).toEqual({
      status: 400,
      json: {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32000, message: 'Bad Request: send initialize first, or an Mcp-Session-Id header' },
      },
    });
  }
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect((await ask(server(), { method, headers: own() })).status).toBe(405);
});

test('a handshake that says nothing is answered, as on stdio', async () => {
  for (const params of [undefined, {}, { clientInfo: { name: 'x' } }]) {
    const body = JSON.stringify({ ...PING, method: 'initialize', params });
    const { status, text } = await ask(server(), { method: 'POST', headers: own(), body });
    expect([status, text]).toEqual([200, expect.stringContaining('"protocolVersion":"2025-11-25"')]);
  }
});

test('what is wrong within a session leaves the session as it was', async () => {
  const session = await openSession(server());
  const wrongVersion = await session.send(PING, { 'mcp-protocol-version': '1999-01-01' });
  expect(wrongVersion.status).toBe(400);
  expect((await session.send(PING, { accept: 'text/html' })).status).toBe(406);
  expect((await session.send(PING, { 'content-type': 'text/plain' })).status).toBe(415);
  const again = await session.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'again', version: '1' },
  });
  expect({ status: again.status, code: again.answer?.error?.code }).toEqual({ status: 400, code: -32600 });
  expect((await session.request('no/such')).answer?.error).toEqual({
    code: -32601,
    message: 'Method not found',
  });
  expect((await session.send(PING)).answer).toEqual(PONG);
});

test('a client of 2025-03-26 may send several requests in one body', async () => {
  const session = await openSession(server(), { version: '2025-03-26' });
  const call = { name: 'greet', arguments: { name: 'B' } };
  const { messages } = await session.send([
    PING,
    { jsonrpc: '2.0', id: 8, method: 'tools/call', params: call },
  ]);
  const byId = messages.toSorted((a, b) => Number(a.id) - Number(b.id));
  expect(byId).toEqual([
    PONG,
    { jsonrpc: '2.0', id: 8, result: { content: [{ type: 'text', text: 'Hello, B!' }] } },
  ]);
});

test.each(['2025-11-25', '2025-06-18', '2024-11-05'])(
  'a client of %s may not send several requests in one body',
  async (version) => {
    const session = await openSession(server(), { version });
    const refused = { status: 400, json: NO_BATCHES };
    for (const body of [[PING], [PING, { ...PING, id: 8 }], [{ ...PING, id: undefined }], []])
      expect(await session.send(body)).toMatchObject(refused);
    expect((await session.send(PING)).answer).toEqual(PONG);
  },
);

test('several requests in one body need a session that is there, and an empty body is not several', async () => {
  const post = (body: object, headers = {}) =>
    ask(server(), { method: 'POST', headers: { ...own(), ...headers }, body: JSON.stringify(body) });
  const refused = { status: 400, json: NO_BATCHES };
  expect(await post([PING])).toMatchObject(refused);
  expect(await post([{ ...PING, method: 'initialize' }])).toMatchObject(refused);
  expect(await post([PING], { 'mcp-protocol-version': '2025-03-26' })).toMatchObject(refused);
  expect(await post([PING], { 'mcp-protocol-version': '2026-07-28' })).toMatchObject(refused);
  const session = await openSession(server(), { version: '2025-03-26' });
  expect(await session.send([])).toMatchObject(refused);
  await session.end();
  expect(await session.send([PING])).toMatchObject({ status: 404, json: NOT_FOUND });
});

test('what changed in one session is not seen in another', async () => {
  const [first, second] = await Promise.all([
    openSession(server(), { capabilities: { elicitation: {} } }),
    openSession(server()),
  ]);
  expect(first.id).not.toBe(second.id);
  const call = { name: 'test_input_required_result_capabilities', arguments: {} };
  const { answer } = await second.request('tools/call', call);
  expect(answer?.result?.content).toEqual([{ type: 'text', text: 'Answered: ' }]);
});

test('when there are too many sessions, the one that rested longest makes room', async () => {
  const small = await startServe({ env: { TOOLGATE_LIMITS_SESSIONS: '2' } });
  const first = await openSession(small);
  const second = await openSession(small);
  expect((await first.send(PING)).status).toBe(200);
  const third = await openSession(small);
  expect((await second.send(PING)).status).toBe(404);
  expect((await first.send(PING)).answer).toEqual(PONG);
  expect((await third.send(PING)).answer).toEqual(PONG);
});

test('who opens many sessions crowds out their own, not those of others', async () => {
  const small = await startServe({ env: { TOOLGATE_LIMITS_SESSIONS: '3' } });
  const [quiet, greedy, late] = await Promise.all(
    ['quiet', 'greedy', 'late'].map((name) => createToken(small, name)),
  );
  const idle = await openSession(small, { token: quiet ?? '' });
  const many = [];
  for (let i = 0; i < 5; i++) many.push(await openSession(small, { token: greedy ?? '' }));
  const newcomer = await openSession(small, { token: late ?? '' });
  const statuses = [];
  for (const session of [idle, ...many, newcomer]) statuses.push((await session.send(PING)).status);
  expect(statuses).toEqual([200, 404, 404, 404, 404, 200, 200]);
});
