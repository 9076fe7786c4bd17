import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';

export interface SignedAs {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: CryptoKey | Uint8Array;
}

/** A local authorization server: keys at an address, and tokens signed with them. */
export interface Issuer {
  readonly url: string;
  readonly publicKey: JWK;
  /** A token of this issuer; a claim given as undefined is left out. */
  sign(claims: Record<string, unknown>, as?: SignedAs): Promise<string>;
  close(): void;
}

export async function startIssuer(): Promise<Issuer> {
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const rsaPrivate = await exportJWK(rsa.privateKey);
  const elliptic = await generateKeyPair('ES256');
  const keys: JWK[] = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
    { ...(await exportJWK(elliptic.publicKey)), kid: 'elliptic', alg: 'ES256', use: 'sig' },
  ];
  const server = createServer(({ url }, response) => {
    const isKnown = url === '/.well-known/jwks.json' || url === '/elsewhere';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { keys } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Sound: a TCP server that listens has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publicKey: keys[0] ?? {},
    sign: async (claims, { alg = 'RS256', kid = alg === 'ES256' ? 'elliptic' : 'rsa', key } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const all = { iss: url, iat: now, exp: now + 600, ...claims };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(given)
        .setProtectedHeader({ alg, kid })
        .sign(key ?? (alg === 'ES256' ? elliptic.privateKey : await importJWK(rsaPrivate, alg)));
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
