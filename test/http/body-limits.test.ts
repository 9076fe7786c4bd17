import { afterEach, expect, test } from 'vitest';
import { ask, serveForFile } from '../support/http.ts';
import { modern, modernBody, modernHeaders } from '../support/mcp-http.ts';
import { head, openWire } from '../support/raw-http.ts';

const LIMIT = 65_536;
const server = serveForFile(() => ({ env: { TOOLGATE_LIMITS_BODY_BYTES: String(LIMIT) } }));

const post = (body: string | Buffer, headers: Readonly<Record<string, string | undefined>> = {}) =>
  ask(server(), { method: 'POST', headers: modernHeaders(server(), 'tools/list', {}, { headers }), body });
const failure = (status: number, code: number, message: unknown) => ({
  status,
  json: { jsonrpc: '2.0', id: null, error: { code, message } },
});
const TOO_LARGE = `A body is at most ${LIMIT} bytes long`;
const wireHead = (headers: Readonly<Record<string, string>>): string =>
  head('POST /mcp HTTP/1.1', {
    Host: 'localhost',
    Authorization: `Bearer ${server().token}`,
    'Content-Type': 'application/json',
    ...headers,
  });

afterEach(async () => {
  const { status, answer } = await modern(server(), 'tools/list');
  expect({ status, id: answer?.id }).toEqual({ status: 200, id: 1 });
});

test('a body of exactly the limit is read, one byte more is not', async () => {
  const body = modernBody('tools/list', {});
  expect((await post(body.padEnd(LIMIT))).status).toBe(200);
  expect(await post(body.padEnd(LIMIT + 1))).toMatchObject(failure(413, -32000, TOO_LARGE));
});

test('a body that is only announced as too large is refused before it is sent', async () => {
  const wire = openWire(server());
  wire.write(wireHead({ 'Content-Length': '99999999999' }));
  const answer = await wire.closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain(TOO_LARGE);
});

test('a chunked body is counted while it arrives', async () => {
  const wire = openWire(server());
  wire.write(wireHead({ 'Transfer-Encoding': 'chunked' }));
  for (let sent = 0; sent <= LIMIT; sent += 4096) wire.write(`1000\r\n${' '.repeat(4096)}\r\n`);
  const answer = await wire.closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain(TOO_LARGE);
});

test('a client that sends its whole body before it reads still gets the refusal', async () => {
  const body = Buffer.alloc(4_000_000, ' ');
  const upload = () =>
    fetch(`${server().address}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server().token}`, 'content-type': 'application/json' },
      body,
    }).then(
      ({ status }) => status,
      ({ cause }) => cause.code,
    );
  const statuses = [];
  for (let i = 0; i < 8; i++) statuses.push(await upload());
  expect(statuses).toEqual(Array(8).fill(413));
});

test.each([
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/json',
])('a page cannot post without asking first: the content type %s is refused', async (type) => {
  const reply = await post(modernBody('tools/list', {}), { 'content-type': type });
  expect(reply).toMatchObject(failure(415, -32000, 'Content-Type must be application/json'));
});

test.each(['application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (type) => {
  expect((await post(modernBody('tools/list', {}), { 'content-type': type })).status).toBe(200);
});

test.each([
  ['an empty body', '', /Unexpected end of JSON input/],
  ['text', 'hello', /is not valid JSON/],
  ['half an object', '{"jsonrpc":"2.0",', /./],
  ['two objects', '{}{}', /./],
  ['a byte order mark', '\ufeff{}', /./],
  ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), /not valid UTF-8/],
  ['a lone surrogate in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not valid UTF-8/],
  ['deep lists', '['.repeat(30_000) + ']'.repeat(30_000), /nested deeper than 200 levels/],
  ['deep objects', '{"a":'.repeat(10_000), /nested deeper than 200 levels/],
])('%s is a parse error', async (_, body, message) => {
  expect(await post(body)).toMatchObject(failure(400, -32700, expect.stringMatching(message)));
});

test.each(['null', '5', '"text"', '[]', '{}', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', '[1]'])(
  '%s is JSON, but no request',
  async (body) => {
    const { status, json } = await post(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  },
);

test('a compressed body is not unpacked', async () => {
  const { status } = await post(Buffer.from('1f8b08000000000000ff', 'hex'), { 'content-encoding': 'gzip' });
  expect([400, 415]).toContain(status);
});

const inPieces = (text: string): string => [...text].map((char) => `1\r\n${char}\r\n`).join('');

test('a body in very many very little pieces is not read on, with a token or without', async () => {
  for (const first of ['POST /hooks/none HTTP/1.1', 'POST /mcp HTTP/1.1']) {
    const wire = openWire(server());
    const { token } = server();
    wire.write(
      head(first, {
        Host: 'localhost',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      }),
    );
    wire.write(inPieces(' '.repeat(40_000)));
    // The end of the body never comes.
    expect(await wire.closed).toBe('');
  }
});

test('a message that a client writes letter by letter is answered', async () => {
  const body = modernBody('tools/list', {});
  const wire = openWire(server());
  const { Host, ...headers } = { Host: 'localhost', ...modernHeaders(server(), 'tools/list', {}) };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  wire.write(
    head('POST /mcp HTTP/1.1', {
      Host,
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
      ...(Object.fromEntries(given) as Record<string, string>),
    }),
  );
  wire.write(`${inPieces(body)}0\r\n\r\n`);
  expect(await wire.closed).toMatch(/^HTTP\/1\.1 200 /);
});
