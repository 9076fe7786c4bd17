import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expireToken } from '../support/expire-token.ts';
import { ask, createToken, type Serve, serveForFile, toolgate } from '../support/http.ts';
import { modern, openSession } from '../support/mcp-http.ts';
import { until } from '../support/program.ts';

const server = serveForFile();

const withAuthorization = (authorization: string | undefined, path = '/api/tools') =>
  ask(server(), { path, headers: authorization === undefined ? {} : { authorization } });

const challenge = ({ address }: Serve, error?: string): string =>
  [
    'Bearer realm="toolgate"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    'scope="tools:call"',
    `resource_metadata="${address}/.well-known/oauth-protected-resource/mcp"`,
  ].join(', ');

const refused = (message: string) => ({ jsonrpc: '2.0', id: null, error: { code: -32000, message } });
const MISSING = refused('A bearer token is needed; toolgate tokens create NAME makes one');
const INVALID = refused('This token is unknown, expired or revoked');

test.each(['/mcp', '/api/tools'])('%s without a token says where to get one', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']) {
    const { status, headers, json } = await ask(server(), { path, method });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(challenge(server()));
    if (method !== 'HEAD') expect(json).toEqual(MISSING);
  }
});

test('a wrong token is invalid', async () => {
  const almost = `${server().token.slice(0, -1)}${server().token.endsWith('A') ? 'B' : 'A'}`;
  for (const token of [almost, 'tg_', 'x', server().token.toLowerCase(), `${server().token}=`]) {
    const { status, headers, json } = await withAuthorization(`Bearer ${token}`);
    expect({ status, json }).toEqual({ status: 401, json: INVALID });
    expect(headers['www-authenticate']).toBe(challenge(server(), 'invalid_token'));
  }
});

test('the scheme is Bearer in any case, and nothing else', async () => {
  const { token } = server();
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await withAuthorization(`${scheme} ${token}`)).status).toBe(200);
  const basic = `Basic ${Buffer.from(`token:${token}`).toString('base64')}`;
  for (const other of [
    token,
    basic,
    `Token ${token}`,
    `Bearer${token}`,
    `Bearer ${token} ${token}`,
    'Bearer',
    '',
  ])
    expect((await withAuthorization(other)).json).toEqual(MISSING);
});

test('a token in the address or in a cookie is not looked at', async () => {
  const { token } = server();
  expect((await ask(server(), { path: `/api/tools?access_token=${token}` })).status).toBe(401);
  expect((await ask(server(), { path: '/api/tools', headers: { cookie: `token=${token}` } })).status).toBe(
    401,
  );
});

test('a token is refused from the moment it is revoked, in an open session too', async () => {
  const token = await createToken(server(), 'short-lived');
  const session = await openSession(server(), { token });
  expect((await session.request('ping')).status).toBe(200);
  expect((await modern(server(), 'tools/list', {}, { token })).status).toBe(200);
  await toolgate(server(), 'tokens', 'revoke', 'short-lived');
  expect((await modern(server(), 'tools/list', {}, { token })).status).toBe(401);
  expect((await session.request('ping')).status).toBe(401);
  const { json, headers } = await withAuthorization(`Bearer ${token}`);
  expect(json).toEqual(INVALID);
  expect(headers['www-authenticate']).toBe(challenge(server(), 'invalid_token'));
});

test('an expired token is refused', async () => {
  const token = await createToken(server(), 'over', '--expires-in', '1h');
  expireToken(server(), 'over');
  const { status, headers, json } = await withAuthorization(`Bearer ${token}`);
  expect({ status, json }).toEqual({ status: 401, json: INVALID });
  expect(headers['www-authenticate']).toBe(challenge(server(), 'invalid_token'));
  const later = await createToken(server(), 'later', '--expires-in', '1h');
  expect((await withAuthorization(`Bearer ${later}`)).status).toBe(200);
});

test('a token without tools:call is known, but may not call', async () => {
  const token = await createToken(server(), 'approver', '--scope', 'approvals:decide');
  for (const path of ['/mcp', '/api/tools']) {
    const { status, headers, json } = await withAuthorization(`Bearer ${token}`, path);
    expect({ status, json }).toEqual({ status: 403, json: refused('This token lacks the scope tools:call') });
    expect(headers['www-authenticate']).toBe(challenge(server(), 'insufficient_scope'));
  }
});

test('revoking a token ends the streams that it opened', async () => {
  const token = await createToken(server(), 'listener');
  const stream = await (await openSession(server(), { token })).listen();
  onTestFinished(stream.close);
  await toolgate(server(), 'tokens', 'revoke', 'listener');
  let isOver = false;
  void stream.ended.then(() => (isOver = true));
  await until('the stream to end', () => isOver, 3000);
});

test('no secret reaches the log or the files of the data directory', async () => {
  const token = await createToken(server(), 'quiet');
  expect((await withAuthorization(`Bearer ${token}`)).status).toBe(200);
  expect((await withAuthorization(`Bearer ${token}x`)).status).toBe(401);
  expect(server().stderr()).not.toContain(token);
  const files = readdirSync(server().dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['toolgate.db', 'audit.db']));
  for (const { name } of files)
    for (const secret of [token, server().token])
      expect(readFileSync(join(server().dataDir, name)).includes(secret)).toBe(false);
});
