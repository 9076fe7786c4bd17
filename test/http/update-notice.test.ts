import { expect, test } from 'vitest';
import { startServe } from '../support/http.ts';
import { serveLocally } from '../support/local-server.ts';

/** A registry whose newest release is this. */
async function registryWith(version: string) {
  const asked: (string | undefined)[] = [];
  const { origin } = await serveLocally((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ version }));
  });
  return { origin, asked };
}

test('serve says that there is a newer release, if it was told whom to ask', async () => {
  const { origin, asked } = await registryWith('99.0.1');
  const server = await startServe({ env: { TOOLGATE_UPDATE_REGISTRY: `${origin}/` } });
  await expect.poll(() => server.stderr()).toMatch(/^Toolgate 99\.0\.1 is there; this is \d+\.\d+\.\d+\./m);
  expect(asked).toEqual(['/toolgate/latest']);
});

test.each(['0.0.1', '99.0.1\u001b[2J', 'x'])('%j is nothing to tell of', async (version) => {
  const { origin, asked } = await registryWith(version);
  const server = await startServe({ env: { TOOLGATE_UPDATE_REGISTRY: origin } });
  await expect.poll(() => asked.length).toBe(1);
  await server.stop();
  expect(server.stderr()).not.toContain('is there; this is');
});

test('a registry that is away holds up nobody, and by default none is asked', async () => {
  const server = await startServe({ env: { TOOLGATE_UPDATE_REGISTRY: 'http://127.0.0.1:9' } });
  await expect.poll(() => server.stderr()).toContain('could not be asked for a newer version');
  const quiet = await startServe();
  await quiet.stop();
  expect(quiet.stderr()).not.toMatch(/newer|registry/);
});
