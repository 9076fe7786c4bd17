import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { serveLocally } from '../../../../test/support/local-server.ts';
import { KEYS } from '../../../../test/support/search-providers.ts';

test.each([
  ['web_search', { web: { results: [{ title: 'B1', url: 'https://br.com', description: 'd' }] } }, 1],
  ['web_search_news', { results: [{ title: 'B1', url: 'https://br.com', description: 'd' }] }, 1],
  ['web_search', { type: 'search', query: {} }, 0],
] as const)('what Brave found counts, whatever else its answer lacks: %s %j', async (tool, body, count) => {
  const server = await serveLocally((_, response) => void response.end(JSON.stringify(body)));
  const { call } = createTestHost(
    {
      toolPermissions: { [tool]: 'allowed' },
      egress: { allowedOrigins: [server.origin] },
      web: { providers: ['brave'], braveUrl: server.origin },
    },
    { hostEnv: KEYS },
  );
  const { provider, results } = dataOf(await call(tool, { query: 'x' }));
  expect({ provider, results }).toMatchObject({ provider: 'brave', results: { length: count } });
});

test('an answer of another kind is none', async () => {
  const server = await serveLocally((_, response) => void response.end('{"ok":true}'));
  const { call } = createTestHost(
    {
      toolPermissions: { web_search: 'allowed' },
      egress: { allowedOrigins: [server.origin] },
      web: { providers: ['brave'], braveUrl: server.origin },
    },
    { hostEnv: KEYS },
  );
  expect(await call('web_search', { query: 'x' })).toMatchObject({
    error: { code: 'UNAVAILABLE', message: expect.stringContaining('unknown format') },
  });
});
