import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type LocalServer, serveLocally, serveRaw } from '../../../test/support/local-server.ts';
import { createEgress, type EgressOptions } from './egress.ts';

const egressTo = ({ origin }: LocalServer, options: Partial<EgressOptions> = {}) =>
  createEgress({
    allowedOrigins: [origin],
    timeoutMs: 5000,
    maxBytes: 100_000,
    userAgent: 'gate/1',
    ...options,
  });

test('a request arrives as it was made, with our own headers where they are ours', async () => {
  const server = await serveLocally(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method, url, headers } = request;
    response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    response.end(JSON.stringify({ method, url, headers, body }));
  });
  const answer = await egressTo(server).request(`${server.origin}/a?b=c#d`, {
    method: 'post',
    headers: { 'x-key': 'k', host: 'internal', 'content-length': '1', 'proxy-authorization': 'x', te: 'y' },
    body: 'héllo',
  });
  const { status, url, headers } = answer;
  expect({ status, url, cookies: headers.getSetCookie(), json: answer.json() }).toEqual({
    status: 201,
    url: `${server.origin}/a?b=c`,
    cookies: ['a=1', 'b=2'],
    json: {
      method: 'POST',
      url: '/a?b=c',
      body: 'héllo',
      headers: {
        'x-key': 'k',
        'user-agent': 'gate/1',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br, zstd',
        host: `127.0.0.1:${server.port}`,
        'content-length': '6',
        connection: 'close',
      },
    },
  });
});

test('a name is resolved once, connected to at the address it had, and stays the Host', async () => {
  const server = await serveLocally(({ headers }, response) => response.end(headers.host));
  const asked: string[] = [];
  const origin = `http://wiki.corp:${server.port}`;
  const egress = egressTo(server, {
    allowedOrigins: [origin],
    resolve: async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    },
  });
  expect((await egress.request(`${origin}/`)).text()).toBe(`wiki.corp:${server.port}`);
  expect(asked).toEqual(['wiki.corp']);
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ['identity', (text: string) => Buffer.from(text)],
])('a body packed with %s is unpacked', async (coding, pack) => {
  const server = await serveLocally(({ method }, response) => {
    response.setHeader('content-encoding', coding);
    response.end(method === 'HEAD' ? undefined : pack('hello '.repeat(1000)));
  });
  const egress = egressTo(server);
  expect((await egress.request(server.origin)).text()).toBe('hello '.repeat(1000));
  expect((await egress.request(server.origin, { method: 'HEAD' })).text()).toBe('');
});

test('text is read in the charset it names', async () => {
  const server = await serveLocally(({ url = '' }, response) => {
    response.setHeader('content-type', `text/plain; charset=${url.slice(1)}`);
    response.end(Buffer.from([0x68, 0xe9]));
  });
  const egress = egressTo(server);
  expect((await egress.request(`${server.origin}/iso-8859-1`)).text()).toBe('hé');
  expect((await egress.request(`${server.origin}/nonsense`)).text()).toBe('h\ufffd');
  expect((await egress.request(`${server.origin}/utf-8`)).bytes()).toEqual(Buffer.from([0x68, 0xe9]));
});

test.each([
  ['nobody listens', 'closed', /ECONNREFUSED/],
  ['the connection breaks off before the headers', '', /socket hang up/],
  ['the headers are broken', 'no http at all\r\n\r\n', /Parse Error/],
  ['the body breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', /aborted/],
  ['a protocol is switched', 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', /failed/],
  ['the packing is unknown', 'HTTP/1.1 200 OK\r\ncontent-encoding: lz\r\n\r\nabc', /packing/],
  [
    'the packing is nested too deep',
    'HTTP/1.1 200 OK\r\ncontent-encoding: br,br,br,br\r\n\r\nabc',
    /packing/,
  ],
  ['the packing is broken', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nabc', /incorrect header/],
])('it is UNAVAILABLE when %s', async (_, bytes, message) => {
  const server = await serveRaw((socket) => socket.end(bytes));
  const url = bytes === 'closed' ? 'http://127.0.0.1:1' : server.origin;
  const egress = egressTo({ ...server, origin: url });
  await expect(egress.request(`${url}/?key=hunter2`)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(message),
  });
  await expect(egress.request(`${url}/?key=hunter2`)).rejects.not.toThrow('hunter2');
});

test.each([{ method: 'TRACE' }, { method: 'GET / HTTP/1.1\r\nx: y' }, { headers: { a: 'b\r\nc: d' } }])(
  'what cannot be sent is told so: %j',
  async (init) => {
    const server = await serveLocally((_, response) => response.end());
    await expect(egressTo(server).request(server.origin, init)).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(server.sockets.length).toBe(0);
  },
);

test('an answer that is not JSON is not taken for it', async () => {
  const server = await serveLocally((_, response) => response.end('<html>'));
  const answer = await egressTo(server).request(server.origin);
  expect(() => answer.json()).toThrow('answers with something that is not JSON');
});

test('a proxy in the environment is not used', async () => {
  const server = await serveLocally((_, response) => response.end('direct'));
  const proxy = await serveLocally((_, response) => response.end('proxy'));
  const script = `import { createEgress } from ${JSON.stringify(`${import.meta.dirname}/egress.ts`)};
    const egress = createEgress({ allowedOrigins: ['${server.origin}'], timeoutMs: 5000, maxBytes: 99, userAgent: 'x' });
    process.stdout.write((await egress.request('${server.origin}')).text());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy.origin,
      http_proxy: proxy.origin,
      ALL_PROXY: proxy.origin,
    },
  });
  expect({ stdout, viaProxy: proxy.sockets.length }).toEqual({ stdout: 'direct', viaProxy: 0 });
});
