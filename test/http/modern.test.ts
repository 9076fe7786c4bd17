import { expect, test } from 'vitest';
import { ask, auditRows, serveForFile } from '../support/http.ts';
import { callTool, modern, modernBody, modernHeaders } from '../support/mcp-http.ts';

const server = serveForFile();
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

test('server/discover says what there is', async () => {
  const { status, headers, answer } = await modern(server(), 'server/discover');
  expect({ status, session: headers['mcp-session-id'] }).toEqual({ status: 200, session: undefined });
  expect(answer?.result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    instructions: expect.stringContaining('behind a gate'),
    cacheScope: 'private',
  });
});

test('tools/list is the same on every request, in a fixed order, with a hint how long to keep it', async () => {
  const [first, second] = await Promise.all([
    modern(server(), 'tools/list'),
    modern(server(), 'tools/list', {}, { headers: { 'mcp-session-id': 'of an older client' } }),
  ]);
  expect(second.answer).toEqual(first.answer);
  expect(first.answer?.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
  const tools = first.answer?.result?.tools as { name: string }[];
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['greet', 'query_audit', 'read_file']),
  );
});

test.each([
  ['another Mcp-Method', { 'mcp-method': 'tools/list' }],
  ['no Mcp-Method', { 'mcp-method': undefined }],
  ['another Mcp-Name', { 'mcp-name': 'test_simple_text' }],
  ['no Mcp-Name', { 'mcp-name': undefined }],
  ['no MCP-Protocol-Version', { 'mcp-protocol-version': undefined }],
  ['another MCP-Protocol-Version', { 'mcp-protocol-version': '2025-11-25' }],
])('a call whose headers disagree with its body does not run: %s', async (_, headers: object) => {
  const before = auditRows(server()).filter(({ kind }) => kind === 'intent').length;
  const { status, answer } = await callTool(server(), 'greet', { name: 'A' }, { headers: { ...headers } });
  expect({ status, id: answer?.id, code: answer?.error?.code }).toEqual({ status: 400, id: 1, code: -32020 });
  expect(auditRows(server()).filter(({ kind }) => kind === 'intent')).toHaveLength(before);
});

test('a parameter that is repeated in a header must agree with it', async () => {
  const region = (header: string) =>
    callTool(server(), 'test_x_mcp_header', { region: 'eu' }, { headers: { 'mcp-param-region': header } });
  const wrong = await region('us');
  expect({ status: wrong.status, code: wrong.answer?.error?.code }).toEqual({ status: 400, code: -32020 });
  const right = await region('eu');
  expect(right.answer?.result).toMatchObject({ content: [{ type: 'text', text: 'Region: eu' }] });
});

test('an unsupported version is named beside those that are supported', async () => {
  for (const version of ['2099-01-01', '2026-07-27', 'x']) {
    const { status, answer } = await modern(
      server(),
      'tools/list',
      {},
      { headers: { 'mcp-protocol-version': version }, meta: { [VERSION]: version } },
    );
    expect({ status, error: answer?.error }).toEqual({
      status: 400,
      error: {
        code: -32022,
        message: `Unsupported protocol version: ${version}`,
        data: { supported: ['2026-07-28'], requested: version },
      },
    });
  }
});

test('a request must say what its client can do', async () => {
  for (const value of [undefined, null, 'all', []]) {
    const { status, answer } = await modern(server(), 'tools/list', {}, { meta: { [CAPABILITIES]: value } });
    expect({ status, code: answer?.error?.code }).toEqual({ status: 400, code: -32602 });
  }
});

test.each(['no/such', 'tools/Call', 'initialize', 'ping', 'logging/setLevel', 'resources/subscribe'])(
  'the method %s does not exist',
  async (method) => {
    const { status, answer } = await modern(server(), method);
    expect({ status, id: answer?.id, code: answer?.error?.code }).toEqual({
      status: 404,
      id: 1,
      code: -32601,
    });
  },
);

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('%s is not allowed', async (method) => {
  const headers = { ...modernHeaders(server(), 'tools/list', {}), accept: 'text/event-stream' };
  const { status, headers: reply } = await ask(server(), { method, headers });
  expect({ status, allow: reply.allow }).toEqual({ status: 405, allow: 'POST' });
});

test('a notification is accepted and not answered', async () => {
  for (const method of ['notifications/cancelled', 'notifications/unheard-of']) {
    const { id: _, ...notification } = JSON.parse(modernBody(method, { requestId: 99 }));
    const headers = modernHeaders(server(), method, {});
    const reply = await ask(server(), { method: 'POST', headers, body: JSON.stringify(notification) });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 202, text: '' });
  }
});

test('several requests in one body are refused', async () => {
  const headers = modernHeaders(server(), 'tools/list', {});
  const body = `[${modernBody('tools/list', {})},${modernBody('tools/list', {})}]`;
  const { status, json } = await ask(server(), { method: 'POST', headers, body });
  expect({ status, json }).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
});

test('progress comes on the stream of its own request, before the answer', async () => {
  const { headers, messages } = await callTool(
    server(),
    'test_tool_with_progress',
    {},
    { meta: { progressToken: 'p' } },
  );
  expect(headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  expect(messages.map(({ method, params, result }) => (method ? params : result?.content))).toEqual([
    { progressToken: 'p', progress: 0, total: 100 },
    { progressToken: 'p', progress: 50, total: 100 },
    { progressToken: 'p', progress: 100, total: 100 },
    [{ type: 'text', text: 'Reported progress three times' }],
  ]);
});

test('who did not ask for progress or a log gets the answer alone', async () => {
  for (const tool of ['test_tool_with_progress', 'test_logging_tool'])
    expect((await callTool(server(), tool)).messages).toHaveLength(1);
});
