import { generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { serveLocally } from '../../../test/support/local-server.ts';
import { createJwtVerifier } from './jwt.ts';

const oauth = { issuer: 'https://issuer.example', audience: 'gate', algorithms: ['ES256' as const] };

test.each([
  'https://ann:hunter2@issuer.example/keys',
  'file:///etc/hunter2.json',
  'https://h.com/hunter2\\keys',
])('%s is no address to take keys from, and is not repeated', (jwksUrl) => {
  const create = () => createJwtVerifier({ ...oauth, jwksUrl });
  expect(create).toThrow('The address of the keys for OAuth is refused: ');
  expect(create).not.toThrow('hunter2');
});

test('keys are not taken from where their address redirects to', async () => {
  const other = await serveLocally((_, response) => response.end('{"keys":[]}'));
  const server = await serveLocally((_, response) =>
    response.writeHead(302, { location: other.origin }).end(),
  );
  const verify = createJwtVerifier({ ...oauth, jwksUrl: `${server.origin}/keys` });
  const { privateKey } = await generateKeyPair('ES256');
  expect(await verify(await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(privateKey))).toBe(
    undefined,
  );
  expect([server.sockets.length, other.sockets.length]).toEqual([1, 0]);
});
