import { createPublicKey } from 'node:crypto';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, auditRows, serveForFile } from '../support/http.ts';
import { type Issuer, type SignedAs, startIssuer } from '../support/issuer.ts';
import { callTool } from '../support/mcp-http.ts';

const AUDIENCE = 'https://gate.example/mcp';
const GOOD = { sub: 'ann', aud: AUDIENCE, scope: 'tools:call' };
const seconds = (fromNow: number): number => Math.floor(Date.now() / 1000) + fromNow;

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
const server = serveForFile(() => ({
  env: { TOOLGATE_OAUTH_ISSUER: issuer.url, TOOLGATE_OAUTH_AUDIENCE: AUDIENCE },
}));

const present = (token: string) =>
  ask(server(), { path: '/api/tools', headers: { authorization: `Bearer ${token}` } });
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const challenge = (error: string): string =>
  `Bearer realm="toolgate", error="${error}", scope="tools:call", resource_metadata="${server().address}/.well-known/oauth-protected-resource/mcp"`;

test.each([
  ['RS256, the scope as text', GOOD, {}],
  ['ES256', GOOD, { alg: 'ES256' }],
  ['several scopes', { ...GOOD, scope: 'openid tools:call profile' }, {}],
  ['scopes as a list', { ...GOOD, scope: undefined, scp: ['tools:call'] }, {}],
  ['several audiences', { ...GOOD, aud: ['https://other.example', AUDIENCE] }, {}],
])('a good token is accepted: %s', async (_, claims: object, as: SignedAs) => {
  expect((await present(await issuer.sign({ ...claims }, as))).status).toBe(200);
});

test('its subject is the principal of the call', async () => {
  const token = await issuer.sign({ ...GOOD, sub: 'user|42' });
  const { answer } = await callTool(server(), 'greet', { name: 'A' }, { token });
  expect(answer?.result).toMatchObject({ content: [{ type: 'text', text: 'Hello, A!' }] });
  const { body } = auditRows(server()).find(({ kind }) => kind === 'intent') ?? {};
  expect(body).toMatchObject({ principal: 'jwt:user|42', session: 'http:jwt:user|42' });
});

test('tokens of our own are accepted beside it', async () => {
  expect((await present(server().token)).status).toBe(200);
});

test.each([
  ['another issuer', { ...GOOD, iss: 'https://evil.example' }],
  ['no issuer', { ...GOOD, iss: undefined }],
  ['another audience', { ...GOOD, aud: 'https://other.example/mcp' }],
  ['an audience that only begins like ours', { ...GOOD, aud: `${AUDIENCE}/more` }],
  ['no audience', { ...GOOD, aud: undefined }],
  ['expired', { ...GOOD, exp: seconds(-1) }],
  ['no end', { ...GOOD, exp: undefined }],
  ['not valid yet', { ...GOOD, nbf: seconds(600) }],
  ['no subject', { ...GOOD, sub: undefined }],
])('a token is refused: %s', async (_, claims: object) => {
  await expectInvalid(await issuer.sign({ ...claims }));
});

test('a token without a signature is refused', async () => {
  const claims = { iss: issuer.url, exp: seconds(600), ...GOOD };
  for (const alg of ['none', 'None', 'NONE', ''])
    await expectInvalid(`${encode({ alg, kid: 'rsa' })}.${encode(claims)}.`);
});

test('the public key is not taken as the secret of HS256', async () => {
  const pem = createPublicKey({ key: issuer.publicKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
  for (const secret of [String(pem), String(pem).trim(), JSON.stringify(issuer.publicKey)])
    await expectInvalid(await issuer.sign(GOOD, { alg: 'HS256', key: new TextEncoder().encode(secret) }));
});

test('an algorithm that is not configured is refused, even with the right key', async () => {
  for (const alg of ['RS512', 'PS256']) await expectInvalid(await issuer.sign(GOOD, { alg }));
});

test('a key of somebody else is refused, whatever it calls itself', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  for (const kid of ['rsa', 'unknown', '../rsa', ''])
    await expectInvalid(await issuer.sign(GOOD, { kid, key: privateKey }));
  await expectInvalid(await issuer.sign(GOOD, { kid: 'unknown' }));
});

test('a changed or broken token is refused', async () => {
  const [head = '', , signature = ''] = (await issuer.sign(GOOD)).split('.');
  const claims = { iss: issuer.url, exp: seconds(600), ...GOOD, sub: 'admin' };
  for (const token of [
    `${head}.${encode(claims)}.${signature}`,
    `${head}.${encode(claims)}`,
    `${head}.x.y`,
    '..',
    'a.b.c',
  ])
    await expectInvalid(token);
});

test.each([
  ['no scope', { ...GOOD, scope: undefined }],
  ['another scope', { ...GOOD, scope: 'openid approvals:decide' }],
  ['a scope that only begins like ours', { ...GOOD, scope: 'tools:calls' }],
  ['a scope of the wrong type', { ...GOOD, scope: { 'tools:call': true } }],
])('a token that may not call is told so: %s', async (_, claims: object) => {
  const { status, headers } = await present(await issuer.sign({ ...claims }));
  expect({ status, challenge: headers['www-authenticate'] }).toEqual({
    status: 403,
    challenge: challenge('insufficient_scope'),
  });
});

test('the metadata names the authorization server and the resource', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    const { status, json } = await ask(server(), { path });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        scopes_supported: ['tools:call'],
        bearer_methods_supported: ['header'],
        resource_name: 'Toolgate',
      },
    });
  }
});

/** Every reason looks the same from outside. */
async function expectInvalid(token: string): Promise<void> {
  const { status, headers, json } = await present(token);
  expect({ status, json, challenge: headers['www-authenticate'] }).toEqual({
    status: 401,
    json: {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: 'This token is unknown, expired or revoked' },
    },
    challenge: challenge('invalid_token'),
  });
}
