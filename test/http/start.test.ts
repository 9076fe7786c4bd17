import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ask, MIXED_PACKS, type Place, serveForFile, startServe, toolgate } from '../support/http.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const server = serveForFile();

test('without configuration it binds 127.0.0.1 and prints its address and one token', async () => {
  const serve = await startServe({ args: [] });
  expect(serve.stderr().split('\n')).toEqual([
    `MCP is served at http://127.0.0.1:${serve.port}/mcp`,
    'The page, in your browser (this link works once; toolgate open prints another):',
    expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${serve.port}/open/[\\w-]{43}$`)),
    `Open to agents over HTTP: ${serve.root}`,
    expect.stringMatching(/^Token: tg_[\w-]{43}$/),
    'It is shown only this once; send it as "Authorization: Bearer <token>".',
    'Answer what agents ask on the page, or with: toolgate approvals --watch',
    'Stop with Ctrl-C.',
    '',
  ]);
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of outside) expect(await canConnect(address, serve.port)).toBe(false);
  expect(await canConnect('127.0.0.2', serve.port)).toBe(false);
  expect(await canConnect('127.0.0.1', serve.port)).toBe(true);
});

test('a second start prints no token, and the first one is still good', async () => {
  const first = await startServe();
  expect(await first.stop()).toBe(0);
  const second = await startServe({ place: first });
  expect(second.token).toBe('');
  expect(second.stderr()).toContain('Use one of your tokens; toolgate tokens list shows them.');
  const reply = await ask(second, {
    path: '/api/tools',
    headers: { authorization: `Bearer ${first.token}` },
  });
  expect(reply.status).toBe(200);
});

test.each([
  ['revoked', async (place: Place) => void (await toolgate(place, 'tokens', 'revoke', 'first'))],
  ['expired', (place: Place) => expireTokens(place)],
])('a start whose tokens are all %s makes a new one', async (_, spoil) => {
  const first = await startServe();
  await spoil(first);
  expect(await first.stop()).toBe(0);
  const second = await startServe({ place: first });
  expect(second.token).toMatch(/^tg_/);
  const headers = { authorization: `Bearer ${second.token}` };
  expect((await ask(second, { path: '/api/tools', headers })).status).toBe(200);
});

test('a root is named from where the command is typed', async () => {
  const serve = await startServe({ args: ['--root', '.'] });
  expect(serve.stderr()).toContain(`Open to agents over HTTP: ${serve.root}, ${serve.home}\n`);
});

test('/health answers without a token', async () => {
  const { status, headers, json } = await ask(server(), { path: '/health' });
  expect({ status, json }).toEqual({ status: 200, json: { status: 'ok', version, inFlight: 0 } });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
});

test('/api/tools equals the catalogue of the packs that are served', async () => {
  const catalogue = JSON.parse(await toolgate(server(), 'tools', '--json', ...MIXED_PACKS));
  const { status, json } = await ask(server(), {
    path: '/api/tools',
    headers: { authorization: `Bearer ${server().token}` },
  });
  const tools = catalogue.map((entry: { pack: string }) => ({
    ...entry,
    category: entry.pack,
    requiresConfirmation: expect.any(Boolean),
  }));
  expect({ status, json }).toEqual({ status: 200, json: { tools } });
  expect(catalogue.map(({ name }: { name: string }) => name)).toContain('read_file');
});

test('/api/tools is for reading, and only with a token', async () => {
  expect((await ask(server(), { path: '/api/tools' })).status).toBe(401);
  const { status, headers } = await ask(server(), {
    path: '/api/tools',
    method: 'POST',
    headers: { authorization: `Bearer ${server().token}` },
  });
  expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET' });
});

test.each(['/nope', '/mcp/', '/mcp/more', '/MCP', '/api', '/health/x', '/.well-known/jwks.json'])(
  'there is nothing at %s',
  async (path) => {
    const { status, json } = await ask(server(), { path });
    expect({ status, json }).toEqual({
      status: 404,
      json: { error: `There is nothing at ${path}; MCP is at /mcp` },
    });
  },
);

test.each(['//', '//x', 'http://['])(
  'the odd request target %s is the client’s fault, not an internal error',
  async (path) => {
    const { status } = await ask(server(), { path });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  },
);

/** As time would do it. */
function expireTokens({ dataDir }: Place): void {
  const db = new DatabaseSync(join(dataDir, 'toolgate.db'));
  db.exec("UPDATE token SET expires_at = '2020-01-01T00:00:00.000Z'");
  db.close();
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}
