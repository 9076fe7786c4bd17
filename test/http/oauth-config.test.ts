import { expect, onTestFinished, test } from 'vitest';
import { ask, type Serve, startServe } from '../support/http.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { startProgram, temporaryDirectory } from '../support/program.ts';

const METADATA = '/.well-known/oauth-protected-resource/mcp';

async function openIssuer(): Promise<Issuer> {
  const issuer = await startIssuer();
  onTestFinished(issuer.close);
  return issuer;
}

const statusFor = async (server: Serve, token: string): Promise<number> =>
  (await ask(server, { path: '/api/tools', headers: { authorization: `Bearer ${token}` } })).status;

test('without OAuth the metadata names the address and no authorization server', async () => {
  const server = await startServe();
  expect((await ask(server, { path: METADATA })).json).toEqual({
    resource: `${server.address}/mcp`,
    scopes_supported: ['tools:call'],
    bearer_methods_supported: ['header'],
    resource_name: 'Toolgate',
  });
  const issuer = await openIssuer();
  const token = await issuer.sign({ sub: 'ann', aud: `${server.address}/mcp`, scope: 'tools:call' });
  expect(await statusFor(server, token)).toBe(401);
});

test('without a configured audience a token must be for the resource that the metadata names', async () => {
  const issuer = await openIssuer();
  const server = await startServe({ env: { TOOLGATE_OAUTH_ISSUER: issuer.url } });
  const { json } = await ask(server, { path: METADATA });
  expect(json).toMatchObject({ resource: `${server.address}/mcp`, authorization_servers: [issuer.url] });
  const claims = { sub: 'ann', scope: 'tools:call' };
  for (const aud of ['', 'https://other.example/mcp', undefined])
    expect(await statusFor(server, await issuer.sign({ ...claims, aud }))).toBe(401);
  expect(await statusFor(server, await issuer.sign({ ...claims, aud: `${server.address}/mcp` }))).toBe(200);
});

test('keys and algorithms are taken from where the configuration says', async () => {
  const issuer = await openIssuer();
  const server = await startServe({
    env: {
      TOOLGATE_OAUTH_ISSUER: issuer.url,
      TOOLGATE_OAUTH_AUDIENCE: 'gate',
      TOOLGATE_OAUTH_JWKS_URL: `${issuer.url}/elsewhere`,
      TOOLGATE_OAUTH_ALGORITHMS: 'ES256',
    },
  });
  const claims = { sub: 'ann', aud: 'gate', scope: 'tools:call' };
  expect(await statusFor(server, await issuer.sign(claims, { alg: 'ES256' }))).toBe(200);
  expect(await statusFor(server, await issuer.sign(claims, { alg: 'RS256' }))).toBe(401);
});

test('while the keys cannot be fetched, only tokens of our own are good', async () => {
  const issuer = await openIssuer();
  const server = await startServe({
    env: { TOOLGATE_OAUTH_ISSUER: issuer.url, TOOLGATE_OAUTH_AUDIENCE: 'gate' },
  });
  const token = await issuer.sign({ sub: 'ann', aud: 'gate', scope: 'tools:call' });
  issuer.close();
  expect(await statusFor(server, token)).toBe(401);
  expect(await statusFor(server, server.token)).toBe(200);
});

test.each(['TOOLGATE_OAUTH_ISSUER', 'TOOLGATE_OAUTH_JWKS_URL'])(
  '%s that is no address is wrong use, not a crash',
  async (name) => {
    const home = temporaryDirectory();
    const env = {
      HOME: home,
      TOOLGATE_OAUTH_ISSUER: 'https://issuer.example',
      TOOLGATE_OAUTH_AUDIENCE: 'gate',
    };
    const args = ['serve', '--port', '0', '--data-dir', `${home}/data`];
    const program = startProgram(args, { cwd: home, env: { ...env, [name]: 'no address' } });
    expect(await program.exit).toEqual({ code: 2, signal: null });
    expect(program.stderr()).toContain('no address');
    expect(program.stderr()).not.toMatch(/^ +at /m);
  },
);
