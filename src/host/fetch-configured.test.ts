import { expect, test } from 'vitest';
import { serveLocally } from '../../test/support/local-server.ts';
import { fetchConfigured } from './fetch-configured.ts';

test('the configured origin is reached though it is private, and no other is', async () => {
  const other = await serveLocally((_, response) => response.end('other'));
  const server = await serveLocally(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: other.origin });
    response.end('keys');
  });
  const fetch = fetchConfigured(new URL(`${server.origin}/keys?a=b`));
  expect(await (await fetch(`${server.origin}/keys`)).text()).toBe('keys');
  for (const url of [other.origin, `${server.origin}/away`, 'https://example.com/'])
    await expect(fetch(url)).rejects.toMatchObject({ code: 'BLOCKED_BY_POLICY' });
  expect(other.sockets.length).toBe(0);
});
