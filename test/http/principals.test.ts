import { beforeAll, expect, test } from 'vitest';
import { ask, auditRows, createToken, serveForFile } from '../support/http.ts';
import { callTool, modern, openSession } from '../support/mcp-http.ts';

const server = serveForFile();
const NOT_FOUND = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32001, message: 'Session not found: initialize again' },
};
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const STATEFUL = 'test_input_required_result_request_state';

let ann = '';
let bob = '';
beforeAll(async () => {
  ann = await createToken(server(), 'ann');
  bob = await createToken(server(), 'bob');
});

test('each token is a principal of its own in the record', async () => {
  await callTool(server(), 'greet', { name: 'from ann' }, { token: ann });
  await callTool(server(), 'greet', { name: 'from bob' }, { token: bob });
  const greeters = auditRows(server())
    .filter(({ kind, body }) => kind === 'intent' && body.tool === 'greet')
    .map(({ body: { principal, args, session, transport } }) => ({ principal, args, session, transport }));
  expect(greeters).toEqual([
    { principal: 'token:ann', args: { name: 'from ann' }, session: 'http:token:ann', transport: 'http' },
    { principal: 'token:bob', args: { name: 'from bob' }, session: 'http:token:bob', transport: 'http' },
  ]);
});

test("a principal finds its own calls in the record, by every way, and nobody else's", async () => {
  await callTool(server(), 'greet', { name: 'only ann knows' }, { token: ann });
  const all = auditRows(server()).filter(({ body }) => JSON.stringify(body).includes('only ann knows'));
  const query = async (token: string, args: Record<string, unknown>) => {
    const { answer } = await callTool(server(), 'query_audit', args, { token });
    return JSON.stringify(answer?.result);
  };
  expect(all.length).toBeGreaterThan(0);
  for (const args of [
    { limit: 500 },
    { agent: 'token:ann' },
    { tool: 'greet' },
    { limit: 1, tool: 'greet' },
  ]) {
    expect(await query(ann, args), JSON.stringify(args)).toContain('only ann knows');
    expect(await query(bob, args), JSON.stringify(args)).not.toContain('only ann knows');
  }
});

test('a session is unknown to anybody but the principal that opened it', async () => {
  const session = await openSession(server(), { token: ann });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const other = { authorization: `Bearer ${bob}` };
  const stolen = await session.send(ping, other);
  expect({ status: stolen.status, json: stolen.json }).toEqual({
    status: 404,
    json: { ...NOT_FOUND, id: 1 },
  });
  const thief = await openSession(server(), { token: bob });
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, json } = await ask(server(), {
      method,
      headers: { ...other, accept: 'text/event-stream', 'mcp-session-id': session.id },
    });
    expect({ status, json }).toEqual({ status: 404, json: NOT_FOUND });
  }
  expect((await session.send(ping)).answer).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect((await thief.send(ping)).answer).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('a task is unknown to anybody but the principal that started it', async () => {
  const options = { token: ann, capabilities: { ...TASKS, elicitation: {} } };
  const { answer } = await callTool(server(), 'confirm_delete', { filename: 'ann.txt' }, options);
  expect(answer?.result).toMatchObject({ resultType: 'task', status: expect.any(String) });
  const taskId = String(answer?.result?.taskId);
  const responses = { confirm: { action: 'accept', content: { confirm: true } } };
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const params = { taskId, ...(method === 'tasks/update' && { inputResponses: responses }) };
    const stolen = await modern(server(), method, params, { ...options, token: bob });
    expect(stolen.answer?.error).toEqual({ code: -32602, message: `There is no task "${taskId}"` });
  }
  const { answer: own } = await modern(server(), 'tasks/get', { taskId }, options);
  expect(own?.result).toMatchObject({ taskId, status: 'input_required' });
  await modern(server(), 'tasks/cancel', { taskId }, options);
});

test('a requestState of one principal is refused from another, and still good for its own', async () => {
  const options = { capabilities: { elicitation: {} } };
  const asked = await callTool(server(), STATEFUL, {}, { ...options, token: ann });
  const retry = {
    name: STATEFUL,
    arguments: {},
    requestState: asked.answer?.result?.requestState,
    inputResponses: { confirm: { action: 'accept', content: { ok: true } } },
  };
  const stolen = await modern(server(), 'tools/call', retry, { ...options, token: bob });
  expect(stolen.answer?.error).toEqual({
    code: -32602,
    message: 'Invalid or expired requestState',
    data: { reason: 'invalid_request_state' },
  });
  const own = await modern(server(), 'tools/call', retry, { ...options, token: ann });
  expect(own.answer?.result).toMatchObject({
    resultType: 'complete',
    content: [{ type: 'text', text: 'state-ok' }],
  });
});
