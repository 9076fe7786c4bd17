import { expect, test } from 'vitest';
import { ask, auditRows, serveForFile } from '../support/http.ts';
import { callTool, type McpReply, modern, openSession } from '../support/mcp-http.ts';

const server = serveForFile();

/** The rows that were written while `act` ran. */
async function recordedBy(act: () => Promise<unknown>) {
  const before = auditRows(server()).length;
  await act();
  return auditRows(server()).slice(before);
}

const WHO = { principal: 'token:first', session: 'http:token:first', transport: 'http' };
const refusal = (tool: string, code: string) => [
  { kind: 'refusal', body: { ...WHO, tool, ok: false, code, message: expect.any(String) } },
];

const MALFORMED: [string, Record<string, unknown>, string, string][] = [
  ['a name that is a number', { name: 5, arguments: {} }, '5', 'VALIDATION'],
  ['a name that is a list', { name: ['greet'], arguments: {} }, '["greet"]', 'VALIDATION'],
  ['a name that is null', { name: null, arguments: {} }, 'null', 'VALIDATION'],
  ['no name', { arguments: {} }, '', 'VALIDATION'],
  [
    'arguments that are a list',
    { name: 'test_simple_text', arguments: [] },
    'test_simple_text',
    'VALIDATION',
  ],
  [
    'arguments that are a text',
    { name: 'test_simple_text', arguments: '{}' },
    'test_simple_text',
    'VALIDATION',
  ],
  [
    'arguments that are a number',
    { name: 'test_simple_text', arguments: 0 },
    'test_simple_text',
    'VALIDATION',
  ],
  ['an unknown tool', { name: 'grett', arguments: { name: 'A' } }, 'grett', 'UNKNOWN_TOOL'],
];

const expectInvalidParams = ({ answer }: McpReply) => expect(answer?.error?.code).toBe(-32602);

test.each(MALFORMED)('%s is refused and recorded', async (_, params, tool, code) => {
  const rows = await recordedBy(async () =>
    expectInvalidParams(await modern(server(), 'tools/call', { ...params }, nameHeader(params))),
  );
  expect(rows).toMatchObject(refusal(tool, code));
});

test.each(MALFORMED)('in a session %s is refused and recorded', async (_, params, tool, code) => {
  const session = await openSession(server());
  const rows = await recordedBy(async () =>
    expectInvalidParams(await session.request('tools/call', { ...params })),
  );
  expect(rows).toMatchObject(refusal(tool, code));
});

test('malformed calls among several in one body are recorded', async () => {
  const session = await openSession(server(), { version: '2025-03-26' });
  const call = (id: number, params: object) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
  const batch = [
    call(1, { name: 5 }),
    call(2, { name: 'greet', arguments: [] }),
    call(3, { name: 'grett' }),
    call(4, { name: 'test_simple_text' }),
  ];
  const rows = await recordedBy(() => session.send(batch));
  const tools = rows.filter(({ kind }) => kind === 'refusal').map(({ body }) => body.tool);
  expect(tools.toSorted()).toEqual(['5', 'greet', 'grett']);
  expect(rows.filter(({ kind }) => kind === 'intent').map(({ body }) => body.tool)).toEqual([
    'test_simple_text',
  ]);
});

test('arguments that are null are either taken as none or refused, never run and called an error', async () => {
  const session = await openSession(server());
  const params = { name: 'test_simple_text', arguments: null };
  for (const send of [
    () => modern(server(), 'tools/call', params),
    () => session.request('tools/call', params),
  ]) {
    const replies: McpReply[] = [];
    const rows = await recordedBy(async () => replies.push(await send()));
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds).toEqual(replies[0]?.answer?.error ? ['refusal'] : ['intent', 'outcome']);
  }
});

test('arguments that do not fit the tool are refused with a result, and recorded', async () => {
  const rows = await recordedBy(async () => {
    const { answer } = await callTool(server(), 'greet', { name: 4, more: true });
    expect(answer?.result).toMatchObject({
      isError: true,
      _meta: { 'toolgate/error': { code: 'VALIDATION' } },
    });
  });
  expect(rows).toMatchObject(refusal('greet', 'VALIDATION'));
});

test('a call that runs leaves what was meant and how it ended', async () => {
  const rows = await recordedBy(() => callTool(server(), 'greet', { name: 'A' }));
  expect(rows).toMatchObject([
    {
      kind: 'intent',
      body: { ...WHO, client: 'line-client', tool: 'greet', args: { name: 'A' }, risk: 'SAFE' },
    },
    { kind: 'outcome', body: { ok: true } },
  ]);
});

test('a request without a good token leaves nothing', async () => {
  const rows = await recordedBy(async () => {
    expect((await callTool(server(), 'greet', { name: 'A' }, { token: 'wrong' })).status).toBe(401);
    const headers = { host: 'evil.example', authorization: `Bearer ${server().token}` };
    expect((await ask(server(), { method: 'POST', headers, body: '{}' })).status).toBe(403);
  });
  expect(rows).toEqual([]);
});

/** The header must repeat the body, so that it is the body that is refused. */
const nameHeader = ({ name }: { readonly name?: unknown }) => ({
  headers: { 'mcp-name': typeof name === 'string' ? name : JSON.stringify(name ?? 'none') },
});
