import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type LocalServer, serveLocally, serveRaw } from '../../../test/support/local-server.ts';
import { ToolError } from '../../core/errors.ts';
import { createEgress, type EgressOptions } from './egress.ts';

const MAX_BYTES = 100_000;

const egressTo = ({ origin }: LocalServer, options: Partial<EgressOptions> = {}) =>
  createEgress({
    allowedOrigins: [origin],
    timeoutMs: 5000,
    maxBytes: MAX_BYTES,
    userAgent: 'x',
    ...options,
  });

const expectClosed = ({ sockets }: LocalServer) =>
  expect.poll(() => sockets.length > 0 && sockets.every((socket) => socket.destroyed)).toBe(true);

const zeros = Buffer.alloc(20_000_000);

test.each([
  ['gzip', gzipSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
  ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
])('a bomb of %s stops at the cap', async (coding, pack) => {
  const bomb = pack(zeros);
  const server = await serveLocally((_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(bomb),
  );
  await expect(egressTo(server).request(server.origin)).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: `${server.origin} answers with more than 100000 bytes`,
  });
  await expectClosed(server);
});

test('a window too large to hold is refused', async () => {
  // A frame header that asks for 2 GB, the start of a frame without its contents.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00]);
  const server = await serveLocally((_, response) =>
    response.writeHead(200, { 'content-encoding': 'zstd' }).end(frame),
  );
  await expect(egressTo(server).request(server.origin)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test.each([
  ['endless', false],
  ['endless, and packed into nothing', true],
])('a body that is %s stops at the cap, by request and by fetch', async (_, isPacked) => {
  const chunk = isPacked ? gzipSync('') : Buffer.alloc(1000);
  const server = await serveLocally((_request, response) => {
    if (isPacked) response.setHeader('content-encoding', 'gzip');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const egress = egressTo(server);
  await expect(egress.request(server.origin)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  const response = await egress.fetch(server.origin);
  await expect(response.text()).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expectClosed(server);
});

test('a body of exactly the cap is read', async () => {
  const server = await serveLocally((_, response) => response.end(Buffer.alloc(MAX_BYTES)));
  expect((await egressTo(server).request(server.origin)).bytes()).toHaveLength(MAX_BYTES);
});

test.each([
  ['one long header', `x: ${'a'.repeat(1_000_000)}`],
  ['many headers', 'a: b\r\n'.repeat(200_000)],
])('a bomb of %s is TOO_LARGE', async (_, header) => {
  const server = await serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`));
  await expect(egressTo(server).request(server.origin)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expectClosed(server);
});

/** Writes a little now and then, for ever. */
const serveDrops = (start: string, drop: string): Promise<LocalServer> =>
  serveRaw((socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  });

test.each([
  ['never answers', '', ''],
  ['drops its headers', 'HTTP/1.1 200 OK\r\nx: ', 'a'],
  ['promises an answer for ever', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
])('a server that %s is left after the time for headers', async (_, start, drop) => {
  const server = await serveDrops(start, drop);
  await expect(egressTo(server, { headerTimeoutMs: 200 }).request(server.origin)).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: `${server.origin} did not answer within 200 ms`,
  });
  await expectClosed(server);
});

const HEAD = 'HTTP/1.1 200 OK\r\n\r\n';

test('a body that drips is left after the whole time, by request and by fetch', async () => {
  const server = await serveDrops(HEAD, 'a');
  const egress = egressTo(server, { timeoutMs: 300 });
  const timeout = { code: 'TIMEOUT', message: `${server.origin} took longer than 300 ms` };
  await expect(egress.request(server.origin)).rejects.toMatchObject(timeout);
  const response = await egress.fetch(server.origin);
  await expect(response.text()).rejects.toMatchObject(timeout);
  await expectClosed(server);
});

test('redirects share the whole time', async () => {
  const server = await serveLocally((_, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100);
  });
  const egress = egressTo(server, { timeoutMs: 250 });
  await expect(egress.request(server.origin)).rejects.toMatchObject({ code: 'TIMEOUT' });
});

test.each([
  ['the headers', ''],
  ['the body', HEAD],
])('an abort while waiting for %s closes the connection', async (_, start) => {
  const server = await serveDrops(start, '');
  const stop = new AbortController();
  const asked = egressTo(server).request(server.origin, { signal: stop.signal });
  const error = expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => server.sockets.length).toBe(1);
  stop.abort();
  await error;
  await expectClosed(server);
});

test('the reason of an abort is kept where it is an error of a call', async () => {
  const server = await serveDrops('', '');
  const egress = egressTo(server);
  const reason = new ToolError('TIMEOUT', 'web_fetch took longer than 1 ms and was stopped');
  await expect(egress.request(server.origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(server.sockets.length).toBe(0);
  const late = egress.request(server.origin, { signal: AbortSignal.timeout(1) });
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
});
