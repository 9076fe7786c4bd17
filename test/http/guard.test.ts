import { expect, test } from 'vitest';
import { ask, serveForFile, startServe } from '../support/http.ts';
import { head, openWire } from '../support/raw-http.ts';

const server = serveForFile();
const ROUTES = [
  ['/health', 200],
  ['/.well-known/oauth-protected-resource', 200],
  ['/.well-known/oauth-protected-resource/mcp', 200],
  ['/api/tools', 200],
  ['/mcp', 405],
  ['/nope', 404],
] as const;

const authorized = (headers: Readonly<Record<string, string>>) => ({
  authorization: `Bearer ${server().token}`,
  ...headers,
});
const refused = (header: string, value: string) => ({
  status: 403,
  json: {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32000, message: `${header} ${JSON.stringify(value)} is not allowed` },
  },
});
const withPort = (text: string): string => text.replace('PORT', String(server().port));

test.each(ROUTES)('%s refuses a foreign Host and a foreign Origin, and says which', async (path, status) => {
  const own = await ask(server(), { path, headers: authorized({}) });
  expect(own.status).toBe(status);
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    const host = await ask(server(), { path, method, headers: authorized({ host: 'evil.example' }) });
    expect(host).toMatchObject(refused('Host', 'evil.example'));
    const origin = await ask(server(), {
      path,
      method,
      headers: authorized({ origin: 'http://evil.example' }),
    });
    expect(origin).toMatchObject(refused('Origin', 'http://evil.example'));
  }
});

test.each([
  'evil.example:PORT',
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example:PORT',
  'user@localhost:PORT',
  'localhost:PORT@evil.example',
  'localhost.',
  'localhost.:PORT',
  '127.0.0.1.',
  '127.0.0.2',
  '127.1',
  '2130706433',
  '0.0.0.0:PORT',
  '::1',
  '[::1',
  '[::ffff:127.0.0.1]',
  'localhost:PORT:PORT',
  'localhost:x',
  'localhost/',
  'localhost evil.example',
  'localhost, evil.example',
])('the Host "%s" is not ours', async (template) => {
  const host = withPort(template);
  const reply = await ask(server(), { path: '/health', headers: { host } });
  expect(reply).toMatchObject(refused('Host', host));
});

test.each(['localhost', 'localhost:PORT', 'LocalHost:PORT', '127.0.0.1:PORT', '[::1]:PORT'])(
  'the Host "%s" is ours',
  async (template) => {
    const reply = await ask(server(), { path: '/health', headers: { host: withPort(template) } });
    expect(reply.status).toBe(200);
  },
);

test.each([
  'null',
  'http://localhost',
  'http://localhost:1',
  'https://localhost:PORT',
  'http://localhost:PORT/',
  'http://localhost:PORT.evil.example',
  'http://user@localhost:PORT',
  'http://localhost.:PORT',
  'http://evil.example:PORT',
  'http://localhost:PORT http://evil.example',
  'file://',
  'chrome-extension://abcdef',
  '',
])('the Origin "%s" may not call', async (template) => {
  const origin = withPort(template);
  const reply = await ask(server(), { path: '/api/tools', headers: authorized({ origin }) });
  expect(reply).toMatchObject(refused('Origin', origin));
});

test.each(['http://localhost:PORT', 'http://127.0.0.1:PORT', 'http://[::1]:PORT', 'HTTP://LOCALHOST:PORT'])(
  'the Origin "%s" is the server itself',
  async (template) => {
    const headers = authorized({ origin: withPort(template) });
    expect((await ask(server(), { path: '/api/tools', headers })).status).toBe(200);
  },
);

test('a request with no Host, an empty one or two of them gets nothing a foreign page could use', async () => {
  const answers = [
    'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /health HTTP/1.0\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET http://localhost/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  ].map((request) => {
    const wire = openWire(server());
    wire.write(request);
    return wire.closed;
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 (400|403) /);
});

test('two Host headers are refused whichever comes first, and so is an address with a foreign host', async () => {
  const own = `127.0.0.1:${server().port}`;
  const statusOf = async (first: string, ...hosts: string[]): Promise<string> => {
    const wire = openWire(server());
    wire.write(
      `${[first, ...hosts.map((host) => `Host: ${host}`), 'Connection: close'].join('\r\n')}\r\n\r\n`,
    );
    return (await wire.closed).slice(9, 12);
  };
  expect(await statusOf('GET /health HTTP/1.1', own, 'evil.example')).toBe('400');
  expect(await statusOf('GET /health HTTP/1.1', 'evil.example', own)).toBe('400');
  expect(await statusOf('GET /health HTTP/1.1', own, own)).toBe('400');
  expect(await statusOf('GET http://evil.example/health HTTP/1.1', own)).toBe('403');
  expect(await statusOf(`GET http://${own}@evil.example/health HTTP/1.1`, own)).toBe('403');
  expect(await statusOf(`GET http://${own}/health HTTP/1.1`, own)).toBe('200');
});

test('the configuration adds hosts and origins, whatever their case', async () => {
  const gate = await startServe({
    env: { TOOLGATE_ALLOWED_HOSTS: 'Gate.Example,10.1.2.3', TOOLGATE_ALLOWED_ORIGINS: 'https://App.example' },
  });
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await ask(gate, { path: '/health', headers })).status;
  for (const host of ['gate.example', `GATE.example:${gate.port}`, '10.1.2.3', 'localhost'])
    expect(await status({ host })).toBe(200);
  for (const host of ['app.example', 'sub.gate.example', 'gate.example.', '10.1.2.4'])
    expect(await status({ host })).toBe(403);
  for (const origin of ['https://app.example', `http://gate.example:${gate.port}`])
    expect(await status({ origin })).toBe(200);
  for (const origin of ['http://app.example', 'https://app.example:8443', 'https://gate.example', 'null'])
    expect(await status({ origin })).toBe(403);
});

test('a refused request leaves the connection usable for the next one', async () => {
  const wire = openWire(server());
  const body = 'x'.repeat(100_000);
  wire.write(
    head('POST /mcp HTTP/1.1', { Host: 'evil.example', 'Content-Length': String(body.length) }) + body,
  );
  wire.write(head('GET /health HTTP/1.1', { Host: 'localhost', Connection: 'close' }));
  const statuses = [...(await wire.closed).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
  expect(statuses).toEqual(['403', '200']);
});
