import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type LocalServer, listen, serveLocally } from '../../../test/support/local-server.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { createEgress } from './egress.ts';

/** An HTTPS server that is wiki.corp to clients that trust its certificate. */
async function serveTls(answer: Parameters<typeof serveLocally>[0]) {
  const directory = temporaryDirectory();
  const [key, cert] = [`${directory}/key.pem`, `${directory}/cert.pem`];
  const subject = ['-subj', '/CN=wiki.corp', '-addext', 'subjectAltName=DNS:wiki.corp', '-days', '1'];
  const keys = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', ['req', '-x509', ...keys, ...subject], { stdio: 'ignore' });
  const pem = readFileSync(cert, 'utf8');
  const server = await listen(createServer({ key: readFileSync(key), cert: pem }, answer), 'https');
  return { server, pem, origin: `https://wiki.corp:${server.port}` };
}

function trust(pem: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem]);
  onTestFinished(() => setDefaultCACertificates(before));
}

const egressTo = (...allowedOrigins: string[]) =>
  createEgress({
    allowedOrigins,
    timeoutMs: 5000,
    maxBytes: 1000,
    userAgent: 'x',
    resolve: async () => ['127.0.0.1'],
  });

test('the certificate is that of the name, not of the address it was connected to', async () => {
  const { server, pem, origin } = await serveTls((_, response) => response.end('hello'));
  trust(pem);
  expect((await egressTo(origin).request(origin)).text()).toBe('hello');
  for (const other of [server.origin, `https://other.corp:${server.port}`])
    await expect(egressTo(other).request(other)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining("does not match certificate's altnames"),
    });
});

test('a certificate that nobody vouches for is refused, whatever the environment says', async () => {
  const { origin } = await serveTls((_, response) => response.end('hello'));
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  await expect(egressTo(origin).request(origin)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a redirect from https to http is refused, even where both are allowed', async () => {
  const plain: LocalServer = await serveLocally((_, response) => response.end('plain'));
  const { pem, origin } = await serveTls((_, response) =>
    response.writeHead(302, { location: plain.origin }).end(),
  );
  trust(pem);
  await expect(egressTo(origin, plain.origin).request(origin)).rejects.toMatchObject({
    code: 'BLOCKED_BY_POLICY',
    message: `${plain.origin} is refused: ${origin} redirects from https to http`,
  });
  expect(plain.sockets.length).toBe(0);
});
