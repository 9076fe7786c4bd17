import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { KEYS, serveSearchProviders } from '../../../test/support/search-providers.ts';

test('where no source of code answers, a token is asked for only if there is none', async () => {
  const services = await serveSearchProviders();
  services.faults.github = 401;
  services.faults.stackoverflow = 'garbage';
  const { GITHUB_TOKEN: _, ...others } = KEYS;
  const hintWith = async (hostEnv: Record<string, string>) => {
    const { call } = createTestHost(
      { toolPermissions: { web_search_code: 'allowed' }, web: services.settings },
      { hostEnv },
    );
    return call('web_search_code', { query: 'x' });
  };
  expect(await hintWith(KEYS)).toMatchObject({ error: { code: 'UNAVAILABLE', hint: 'Try again later.' } });
  expect(await hintWith(others)).toMatchObject({
    error: { code: 'UNAVAILABLE', hint: expect.stringContaining('toolgate secrets set GITHUB_TOKEN') },
  });
});
