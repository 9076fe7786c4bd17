import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type LocalServer, serveLocally } from '../../../test/support/local-server.ts';
import { createEgress } from './egress.ts';

const fetchFrom = ({ origin }: LocalServer) =>
  createEgress({ allowedOrigins: [origin], timeoutMs: 5000, maxBytes: 1000, userAgent: 'x' }).fetch;

/** Answers with what arrived. */
const serveEcho = (): Promise<LocalServer> =>
  serveLocally(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }));
  });

test('what a library may hand to fetch arrives', async () => {
  const server = await serveEcho();
  const fetch = fetchFrom(server);
  const form = new URLSearchParams({ a: 'b' });
  const json = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } };
  const asked = [
    fetch(server.origin),
    fetch(new URL(server.origin), { method: 'POST', body: form }),
    fetch(new Request(server.origin, json)),
    fetch(new Request(server.origin, json), { method: 'POST', body: new Uint8Array([104, 105]) }),
  ];
  const answers = await Promise.all((await Promise.all(asked)).map((response) => response.json()));
  expect(answers).toEqual([
    { method: 'GET', body: '' },
    { method: 'POST', type: 'application/x-www-form-urlencoded;charset=UTF-8', body: 'a=b' },
    { method: 'PUT', type: 'application/json', body: '{}' },
    { method: 'POST', type: 'application/json', body: 'hi' },
  ]);
});

test('the answer is a Response that streams', async () => {
  const server = await serveLocally((_, response) => {
    response.writeHead(418, { 'x-a': 'b' });
    response.write('first');
  });
  const response = await fetchFrom(server)(`${server.origin}/a#b`);
  const { status, ok, url, headers } = response;
  expect(response).toBeInstanceOf(Response);
  expect({ status, ok, url, header: headers.get('x-a') }).toEqual({
    status: 418,
    ok: false,
    url: `${server.origin}/a`,
    header: 'b',
  });
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
  const [socket] = server.sockets;
  const closed = socket && once(socket, 'close');
  await reader?.cancel();
  await closed;
});

test.each([204, 205, 304])('the status %i has no body', async (status) => {
  const server = await serveLocally((_, response) => response.writeHead(status).end());
  const response = await fetchFrom(server)(server.origin);
  expect({ status: response.status, body: response.body }).toEqual({ status, body: null });
});

test('a status that no Response can have is an error, not a crash', async () => {
  const server = await serveLocally((_, response) => response.writeHead(999).end());
  await expect(fetchFrom(server)(server.origin)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('an abort throws the reason of the signal, as fetch does', async () => {
  const server = await serveLocally(() => {});
  const fetch = fetchFrom(server);
  await expect(fetch(server.origin, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const stopped = new Request(server.origin, { signal: AbortSignal.abort() });
  await expect(fetch(stopped)).rejects.toMatchObject({ name: 'AbortError' });
});
