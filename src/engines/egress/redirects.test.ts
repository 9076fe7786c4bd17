import { expect, test } from 'vitest';
import { type LocalServer, serveLocally } from '../../../test/support/local-server.ts';
import { createEgress } from './egress.ts';

const egressTo = (...servers: LocalServer[]) =>
  createEgress({
    allowedOrigins: servers.map(({ origin }) => origin),
    timeoutMs: 5000,
    maxBytes: 1000,
    userAgent: 'gate/1',
    resolve: async () => ['127.0.0.1'],
  });

const redirectTo = (location: string, status = 302): Promise<LocalServer> =>
  serveLocally((_, response) => response.writeHead(status, { location }).end());

/** Answers with what arrived. */
const serveEcho = (): Promise<LocalServer> =>
  serveLocally(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method, headers } = request;
    const { host, connection, ...rest } = headers;
    response.end(JSON.stringify({ method, body, ...rest }));
  });

test.each([
  'http://127.0.0.1:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://0x7f.1:PORT/',
  '//127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http://rebound.com:PORT/',
  'http://localhost:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://ann:hunter2@h.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'data:text/plain,secret',
])('a redirect to %s is refused', async (location) => {
  const inside = await serveEcho();
  const server = await redirectTo(location.replace('PORT', String(inside.port)));
  const egress = egressTo(server);
  const refusal = { code: 'BLOCKED_BY_POLICY', message: expect.not.stringContaining('hunter2') };
  await expect(egress.request(server.origin)).rejects.toMatchObject(refusal);
  await expect(egress.fetch(server.origin)).rejects.toMatchObject(refusal);
  expect(inside.sockets.length).toBe(0);
});

test('five redirects are followed, a sixth is not', async () => {
  const server = await serveLocally(({ url = '' }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(307, { location: `/${left - 1}` }).end();
  });
  const egress = egressTo(server);
  const answer = await egress.request(`${server.origin}/5`);
  expect({ url: answer.url, text: answer.text() }).toEqual({ url: `${server.origin}/0`, text: 'there' });
  await expect(egress.request(`${server.origin}/6`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a loop ends', async () => {
  const server = await serveLocally((_, response) => response.writeHead(301, { location: '/' }).end());
  await expect(egressTo(server).request(server.origin)).rejects.toThrow('redirects after 5 redirects');
  expect(server.sockets.length).toBe(6);
});

const KEYS = {
  authorization: 'Bearer hunter2',
  cookie: 'a=hunter2',
  'proxy-authorization': 'hunter2',
  'x-api-key': 'hunter2',
  'x-subscription-token': 'hunter2',
};

test('no key goes to another origin, and none comes back with a further redirect', async () => {
  const home = await serveLocally(({ url, headers }, response) => {
    if (url === '/') response.writeHead(302, { location: `${away.origin}/` }).end();
    else response.end(JSON.stringify(headers));
  });
  const away: LocalServer = await serveLocally((request, response) => {
    received.push(JSON.stringify(request.headers));
    response.writeHead(302, { location: `${home.origin}/end` }).end();
  });
  const received: string[] = [];
  const answer = await egressTo(home, away).request(home.origin, {
    headers: { ...KEYS, 'accept-language': 'de' },
  });
  expect(
    [...received, answer.text()].map((text) => [text.includes('hunter2'), text.includes('"de"')]),
  ).toEqual([
    [false, true],
    [false, true],
  ]);
});

test('keys stay with their own origin', async () => {
  const server = await serveLocally(({ url, headers }, response) => {
    if (url === '/') response.writeHead(302, { location: '/end' }).end();
    else response.end(headers.authorization);
  });
  expect((await egressTo(server).request(server.origin, { headers: KEYS })).text()).toBe('Bearer hunter2');
});

test.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [303, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [302, 'PUT', 'PUT', 'x=1'],
  [307, 'POST', 'POST', 'x=1'],
  [308, 'POST', 'POST', 'x=1'],
])('%i turns %s into %s', async (status, method, becomes, body) => {
  const target = await serveEcho();
  const server = await redirectTo(target.origin, status);
  const headers = { 'content-type': 'text/x', 'content-language': 'de' };
  const answer = await egressTo(server, target).request(server.origin, { method, headers, body: 'x=1' });
  expect(answer.json()).toEqual({
    method: becomes,
    body,
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'user-agent': 'gate/1',
    ...(body !== '' && { ...headers, 'content-length': '3' }),
  });
});

test.each([
  ['without a place', {}, 302, ''],
  ['that is not asked to be followed', { location: 'http://169.254.169.254/' }, 302, 'manual'],
])('a redirect %s is the answer', async (_, headers, status, redirect) => {
  const server = await serveLocally((_request, response) => response.writeHead(status, headers).end('here'));
  const egress = egressTo(server);
  const init = redirect === 'manual' ? ({ redirect } as const) : {};
  expect((await egress.request(server.origin, init)).text()).toBe('here');
  expect((await egress.fetch(server.origin, init)).status).toBe(302);
});

test('a redirect to nothing that is an address, or to an unwanted one, is an error', async () => {
  const broken = await redirectTo('http://[');
  await expect(egressTo(broken).request(broken.origin)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const server = await redirectTo('/');
  const asked = egressTo(server).request(server.origin, { redirect: 'error' });
  await expect(asked).rejects.toMatchObject({ code: 'BLOCKED_BY_POLICY' });
});
