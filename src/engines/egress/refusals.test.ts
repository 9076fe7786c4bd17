import { expect, test } from 'vitest';
import { type LocalServer, serveLocally } from '../../../test/support/local-server.ts';
import { createEgress, type EgressOptions } from './egress.ts';

const PUBLIC = '93.184.216.34';

const egressWith = (options: Partial<EgressOptions>) =>
  createEgress({ allowedOrigins: [], timeoutMs: 5000, maxBytes: 1000, userAgent: 'gate/1', ...options });

const serveSecret = (): Promise<LocalServer> => serveLocally((_, response) => response.end('secret'));

test.each([
  ['a private one', ['127.0.0.1']],
  ['a private one among public ones', [PUBLIC, '127.0.0.1']],
  ['a mapped one', ['::ffff:127.0.0.1']],
  ['a link-local one', ['fe80::1%eth0']],
  ['a metadata service', ['2606:4700::1', '169.254.169.254']],
  ['something that is no address', [PUBLIC, 'localhost']],
])('a name with %s is refused, and nothing is connected to', async (_, addresses) => {
  const server = await serveSecret();
  const egress = egressWith({ resolve: async () => addresses });
  await expect(egress.request(`http://h.com:${server.port}/k/hunter2?key=hunter2`)).rejects.toMatchObject({
    code: 'BLOCKED_BY_POLICY',
    message: `http://h.com:${server.port}/… is refused: it is the name of an address, and ${addresses.at(-1)} is not on the public internet`,
  });
  expect(server.sockets.length).toBe(0);
});

test('a name that changes its address between check and use is held to the checked one', async () => {
  const server = await serveSecret();
  const answers = [[PUBLIC], ['127.0.0.1']];
  const egress = egressWith({ headerTimeoutMs: 300, resolve: async () => answers.shift() ?? ['127.0.0.1'] });
  const url = `http://rebind.com:${server.port}/`;
  await expect(egress.request(url)).rejects.toMatchObject({
    code: expect.stringMatching(/^(TIMEOUT|UNAVAILABLE)$/),
  });
  await expect(egress.request(url)).rejects.toMatchObject({ code: 'BLOCKED_BY_POLICY' });
  expect({ left: answers.length, connected: server.sockets.length }).toEqual({ left: 0, connected: 0 });
});

test.each([
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://localhost:PORT/',
  'http://user:hunter2@h.com/',
  'file:///etc/passwd',
  'http://h.com\\@127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'no URL',
])('%s is refused by request and by fetch', async (text) => {
  const server = await serveSecret();
  const url = text.replace('PORT', String(server.port));
  const egress = egressWith({ resolve: async () => ['127.0.0.1'] });
  const refusal = { code: 'BLOCKED_BY_POLICY', message: expect.not.stringContaining('hunter2') };
  await expect(egress.request(url)).rejects.toMatchObject(refusal);
  await expect(egress.fetch(url)).rejects.toMatchObject(refusal);
  expect(server.sockets.length).toBe(0);
});

test.each([
  [
    'fails',
    async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    'UNAVAILABLE',
    'ENOTFOUND',
  ],
  ['finds nothing', async () => [], 'UNAVAILABLE', 'no address'],
  ['never ends', () => new Promise<string[]>(() => {}), 'TIMEOUT', 'not resolved within 100 ms'],
] as const)('nothing is contacted when the lookup %s', async (_, resolve, code, words) => {
  const egress = egressWith({ resolve, headerTimeoutMs: 100 });
  await expect(egress.request('https://h.com/')).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  });
});

test('a name that does not exist is told so by the lookup of the system', async () => {
  await expect(egressWith({}).request('https://nowhere.toolgate-does-not-exist.com/')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('The name nowhere.toolgate-does-not-exist.com could not be resolved'),
  });
});

test('an egress for one origin reaches no other, public or not', async () => {
  const server = await serveSecret();
  const other = await serveSecret();
  const egress = egressWith({
    allowedOrigins: [server.origin],
    onlyAllowed: true,
    resolve: async () => [PUBLIC],
  });
  expect((await egress.request(server.origin)).text()).toBe('secret');
  for (const url of [other.origin, 'https://h.com/', `http://localhost:${server.port}`])
    await expect(egress.request(url)).rejects.toMatchObject({ code: 'BLOCKED_BY_POLICY' });
});
