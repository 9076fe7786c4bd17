import { expect, test } from 'vitest';
import { ask, type Serve, serveForFile, startServe } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';
import { head, openWire } from '../support/raw-http.ts';

const server = serveForFile();
const isServing = async (serve: Serve) => (await ask(serve, { path: '/health' })).status;

test('too many bytes of headers are refused', async () => {
  const wire = openWire(server());
  wire.write(head('GET /health HTTP/1.1', { Host: 'localhost', 'X-Long': 'x'.repeat(17_000) }));
  expect(await wire.closed).toMatch(/^HTTP\/1\.1 431 /);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`X-${i}`, 'x'.repeat(20)]));
  const second = openWire(server());
  second.write(head('GET /health HTTP/1.1', { Host: 'localhost', ...many }));
  expect(await second.closed).toMatch(/^HTTP\/1\.1 431 /);
  const address = openWire(server());
  address.write(head(`GET /${'x'.repeat(17_000)} HTTP/1.1`, { Host: 'localhost' }));
  expect(await address.closed).toMatch(/^HTTP\/1\.1 431 /);
  expect(await isServing(server())).toBe(200);
});

test('the limit of the headers can be configured', async () => {
  const strict = await startServe({ env: { TOOLGATE_LIMITS_HEADER_BYTES: '2048' } });
  const send = async (length: number) => {
    const wire = openWire(strict);
    const headers = { Host: 'localhost', Connection: 'close', 'X-Long': 'x'.repeat(length) };
    wire.write(head('GET /health HTTP/1.1', headers));
    return (await wire.closed).slice(0, 12);
  };
  expect([await send(1000), await send(3000)]).toEqual(['HTTP/1.1 200', 'HTTP/1.1 431']);
});

test.each([
  'nonsense\r\n\r\n',
  'GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
])('what is not HTTP is refused and hurts nobody: %j', async (bytes) => {
  const wire = openWire(server());
  wire.write(bytes);
  expect(await wire.closed).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await isServing(server())).toBe(200);
});

test('who sends too slowly is cut off, who waits for a long answer is not', async () => {
  const hasty = await startServe({ env: { TOOLGATE_LIMITS_REQUEST_MS: '200' } });
  const answer = callTool(hasty, 'slow_compute', { seconds: 7, label: 'pi' });
  const [silent, headers, body] = [openWire(hasty), openWire(hasty), openWire(hasty)];
  headers.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  body.write(
    head('POST /mcp HTTP/1.1', {
      Host: 'localhost',
      Authorization: `Bearer ${hasty.token}`,
      'Content-Type': 'application/json',
      'Content-Length': '100',
    }),
  );
  for (const wire of [silent, headers, body]) expect(await wire.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(await headers.closed).toMatch(/^HTTP\/1\.1 408 /);
  expect(await isServing(hasty)).toBe(200);
  expect((await answer).answer?.result?.content).toEqual([{ type: 'text', text: 'Computed pi in 7 s' }]);
});

test('beyond the most connections one that is idle gives way to the new one', async () => {
  const small = await startServe({ env: { TOOLGATE_LIMITS_CONNECTIONS: '3' } });
  const kept = Array.from({ length: 3 }, () => openWire(small));
  for (const wire of kept) {
    const headers = { Host: 'localhost', Authorization: `Bearer ${small.token}` };
    wire.write(head('GET /api/tools HTTP/1.1', headers));
    await until('an answer', () => wire.received().endsWith('0\r\n\r\n'));
  }
  const fourth = openWire(small);
  fourth.write(head('GET /health HTTP/1.1', { Host: 'localhost' }));
  await until('an answer', () => fourth.received().startsWith('HTTP/1.1 200 '));
  expect(await kept[0]?.closed).toMatch(/^HTTP\/1\.1 200 /);
});

test('connections that show no token make room for others, the oldest first', async () => {
  const small = await startServe({ env: { TOOLGATE_LIMITS_CONNECTIONS: '5' } });
  const answer = callTool(small, 'slow_compute', { seconds: 1, label: 'pi' });
  await expect.poll(async () => (await ask(small, { path: '/health' })).json).toMatchObject({ inFlight: 1 });
  const silent = Array.from({ length: 20 }, () => openWire(small));
  expect(await silent[0]?.closed).toBe('');
  expect(await isServing(small)).toBe(200);
  expect((await answer).answer?.result?.content).toEqual([{ type: 'text', text: 'Computed pi in 1 s' }]);
  for (const wire of silent) wire.destroy();
});
