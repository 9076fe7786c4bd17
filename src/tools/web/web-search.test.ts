import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import {
  type Fault,
  KEYS,
  type SearchServices,
  serveSearchProviders,
} from '../../../test/support/search-providers.ts';
import type { Answer } from '../../core/call/call.ts';
import { callerWith } from '../../host/agent.ts';

const ALLOWED = { web_search: 'allowed', web_search_news: 'allowed', web_search_code: 'allowed' };

function hostWith({ settings }: SearchServices, more: Record<string, unknown> = {}, limits = {}) {
  const logged: string[] = [];
  const agent = createTestHost(
    { toolPermissions: ALLOWED, web: { ...settings, ...more }, limits },
    { hostEnv: KEYS, onLog: (line) => logged.push(line) },
  );
  return { ...agent, logged };
}

const textOf = (answer: Answer): string =>
  JSON.stringify(answer.kind === 'result' && answer.ok ? answer.content : '');

test('a search answers with pages of the first provider', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  const found = dataOf(
    await call('web_search', { query: 'vue composition', maxResults: 3, dateRange: 'year', region: 'CH' }),
  );
  expect(found).toEqual({
    results: [
      {
        title: 'Vue & friends',
        url: 'https://www.vuejs.org/guide/',
        snippet: 'The guide.',
        date: '2026-03-03T10:00:00.000Z',
        domain: 'vuejs.org',
        relevanceScore: 0.98,
      },
    ],
    totalResults: 1,
    searchTimeMs: expect.any(Number),
    provider: 'tavily',
    skipped: [],
    ignored: [],
    answer: 'Vue 3 has a composition API.',
  });
  const [{ body, headers } = { body: {}, headers: {} as Record<string, string> }] = services.asked;
  expect(headers.authorization).toBe(`Bearer ${KEYS.TAVILY_API_KEY}`);
  expect(body).toEqual({
    query: 'vue composition',
    topic: 'general',
    search_depth: 'advanced',
    include_answer: true,
    max_results: 3,
    time_range: 'year',
    country: 'switzerland',
  });
});

test('a search is asked about by default, and the card shows the words that leave', async () => {
  const { settings } = await serveSearchProviders();
  const agent = createTestHost({ web: settings }, { hostEnv: KEYS });
  const { answer, card } = await callApproved(agent, 'web_search', { query: 'vue', region: 'de' });
  expect(dataOf(answer)).toMatchObject({ provider: 'tavily' });
  expect(card).toMatchObject({ risk: 'LOW', preview: expect.stringContaining('Search the web for:\nvue\n') });
});

test.each([
  ['serper', { hl: 'de', gl: 'ch', tbs: 'qdr:m', num: 2, q: 'x' }, {}],
  [
    'brave',
    {},
    { search_lang: 'de', country: 'CH', freshness: 'pm', count: '2', q: 'x', text_decorations: 'false' },
  ],
  ['searxng', {}, { language: 'de-CH', time_range: 'month', categories: 'general', format: 'json', q: 'x' }],
] as const)('%s is told date range, language and region', async (provider, body, parameters) => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services, { providers: [provider] });
  const args = { query: 'x', maxResults: 2, dateRange: 'month', language: 'de', region: 'ch' };
  const { results, ...found } = dataOf(await call('web_search', args));
  expect(found).toMatchObject({ provider, ignored: [] });
  expect(results).toMatchObject(
    [{ date: expect.stringMatching(/^2026-03-03/) }, {}].slice(0, found.totalResults as number),
  );
  expect(services.asked).toMatchObject([{ body, parameters }]);
});

test.each([
  ['tavily', '/search', { topic: 'news', time_range: 'week' }, {}],
  ['serper', '/news', { tbs: 'qdr:w' }, {}],
  ['brave', '/res/v1/news/search', {}, { freshness: 'pw' }],
  ['searxng', '/search', {}, { categories: 'news', time_range: 'week' }],
] as const)('news come from the news of %s, of the last week', async (provider, path, body, parameters) => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services, { providers: [provider] });
  expect(dataOf(await call('web_search_news', { query: 'typescript' }))).toMatchObject({ provider });
  expect(services.asked).toMatchObject([{ path, body, parameters }]);
});

test('an option that a provider does not have is named', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  const answer = await call('web_search_news', { query: 'x', language: 'de', region: 'ch' });
  expect(dataOf(answer)).toMatchObject({ provider: 'tavily', ignored: ['language', 'region'] });
  expect(textOf(answer)).toContain('tavily cannot filter by language and region.');
});

const FAULTS: readonly (readonly [Fault, RegExp])[] = [
  [401, /refuses the key \(401: .*invalid API key \[REDACTED\]/],
  [402, /quota is used up \(402/],
  [403, /refuses the key \(403/],
  [422, /refuses the request \(422/],
  [429, /limits the rate of requests \(429/],
  [432, /quota is used up \(432/],
  [500, /it failed \(500/],
  ['garbage', /not JSON/],
  ['wrong shape', /unknown format/],
  ['redirect', /169\.254\.169\.254.* is refused/],
  ['huge', /more than 4194304 bytes/],
  ['silent', /did not answer within|took longer than/],
];

test.each(FAULTS)('after %s the next provider answers, and the result says why', async (fault, reason) => {
  const services = await serveSearchProviders();
  services.faults.tavily = fault;
  const { call, dataDir, logged } = hostWith(services, {
    providerTimeoutMs: fault === 'silent' ? 300 : 7000,
  });
  const answer = await call('web_search', { query: 'x' });
  expect(dataOf(answer)).toMatchObject({
    provider: 'serper',
    results: [{ title: 'Serper web' }],
    skipped: [{ provider: 'tavily', reason: expect.stringMatching(reason) }],
  });
  expect(textOf(answer)).toContain('tavily did not answer: ');
  const files = globSync('**/*', { cwd: dataDir, withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(stored.join('')).toContain('web_search');
  const written = [JSON.stringify(answer), ...logged, ...stored].join('\n');
  for (const key of Object.values(KEYS)) expect(written).not.toContain(key);
});

test.each(FAULTS)(
  'a search that meets %s everywhere fails, and says what each provider did',
  async (fault) => {
    const services = await serveSearchProviders();
    for (const name of ['tavily', 'serper', 'brave', 'searxng'] as const) services.faults[name] = fault;
    const { call } = hostWith(services, { providerTimeoutMs: fault === 'silent' ? 300 : 7000 });
    const answer = await call('web_search', { query: 'x' });
    expect(answer).toMatchObject({
      error: {
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/tavily: .*serper: .*brave: .*searxng: /),
      },
    });
    for (const key of Object.values(KEYS)) expect(JSON.stringify(answer)).not.toContain(key);
  },
);

test('429 and 5xx are tried again', async () => {
  const services = await serveSearchProviders();
  services.faults.tavily = 'flaky';
  const { call } = hostWith(services, { retries: 2 });
  expect(dataOf(await call('web_search', { query: 'x' }))).toMatchObject({ provider: 'tavily', skipped: [] });
  expect(services.asked.map(({ service }) => service)).toEqual(['tavily', 'tavily', 'tavily']);
});

test('the order of providers is the configured one', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services, { providers: ['searxng', 'brave'] });
  expect(dataOf(await call('web_search', { query: 'x', maxResults: 1 }))).toMatchObject({
    provider: 'searxng',
    answer: '42',
    results: [{ relevanceScore: 1 }],
  });
});

test('an answer is reused, and its age is told', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  const first = dataOf(await call('web_search', { query: 'x' }));
  const second = dataOf(await call('web_search', { query: 'x' }));
  expect(second).toEqual({ ...first, cacheAgeSeconds: expect.any(Number) });
  await call('web_search', { query: 'x', dateRange: 'day' });
  expect(services.asked.length).toBe(2);
});

test('cacheMs 0 asks every time', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services, { cacheMs: 0 });
  await call('web_search', { query: 'x' });
  await call('web_search', { query: 'x' });
  expect(services.asked.length).toBe(2);
});

test('a provider is asked no more often than allowed; then the next one is', async () => {
  const services = await serveSearchProviders();
  const { call, host } = hostWith(services, {}, { externalPerMinute: 1 });
  expect(dataOf(await call('web_search', { query: 'a' }))).toMatchObject({ provider: 'tavily' });
  expect(await call('web_search', { query: 'b' })).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  const caller = { ...callerWith(host.config, 'stdio', {}), principal: 'local:another' };
  expect(dataOf(await host.call({ tool: 'web_search', args: { query: 'b' }, caller }))).toMatchObject({
    provider: 'serper',
    skipped: [{ provider: 'tavily', reason: expect.stringMatching(/our own limit of 1 requests a minute/) }],
  });
});

test('without any key nothing is searched, and the error names the variables', async () => {
  const { call } = createTestHost({ toolPermissions: ALLOWED });
  expect(await call('web_search', { query: 'x' })).toMatchObject({
    error: {
      code: 'UNAVAILABLE',
      message: 'No search provider is set up',
      hint: expect.stringMatching(
        /TAVILY_API_KEY, SERPER_API_KEY, BRAVE_API_KEY, SEARXNG_URL with: toolgate secrets set NAME\..*toolgate stop$/,
      ),
    },
  });
});

test('SEARXNG_URL alone is enough, with a password in it', async () => {
  const services = await serveSearchProviders();
  const address = `${services.origin.replace('//', '//me:p%40ssw0rd-x@')}/searxng/`;
  const { call } = createTestHost({ toolPermissions: ALLOWED }, { hostEnv: { SEARXNG_URL: address } });
  expect(dataOf(await call('web_search', { query: 'x' }))).toMatchObject({
    provider: 'searxng',
    skipped: ['tavily', 'serper', 'brave'].map((provider) => ({
      provider,
      reason: `${provider.toUpperCase()}_API_KEY is not set`,
    })),
  });
  const [asked] = services.asked;
  expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ssw0rd-x').toString('base64')}`);
});

test('a key may lie in the secret store', async () => {
  const services = await serveSearchProviders();
  const { call, host } = createTestHost({ toolPermissions: ALLOWED, web: services.settings });
  await host.secrets.set('BRAVE_API_KEY', 'a key from the store');
  expect(dataOf(await call('web_search', { query: 'x' }))).toMatchObject({ provider: 'brave' });
  expect(services.asked[0]?.headers['x-subscription-token']).toBe('a key from the store');
});

test('what comes from outside stands between marks that it cannot forge', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  const texts = await Promise.all(
    ['a', 'b'].map(async (query) => textOf(await call('web_search', { query }))),
  );
  const marks = texts.map((text) => /<(untrusted-[0-9a-f]{8})>.*The guide\..*<\/\1>/.exec(text)?.[1]);
  expect(marks).toEqual([expect.any(String), expect.any(String)]);
  expect(marks[0]).not.toBe(marks[1]);
});

test('code is found on GitHub and on Stack Overflow', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  const answer = await call('web_search_code', { query: 'WebRTC', language: 'typescript' });
  expect(dataOf(answer)).toEqual({
    github: [
      {
        repository: 'a/b',
        path: 'src/peer.ts',
        url: 'https://github.com/a/b/blob/c/src/peer.ts',
        snippet: 'new RTCPeerConnection()',
      },
    ],
    stackoverflow: [
      {
        title: 'How "exactly"?',
        url: 'https://stackoverflow.com/questions/1/how',
        score: 7,
        answered: true,
        excerpt: 'I want x & y.',
      },
    ],
    errors: [],
    searchTimeMs: expect.any(Number),
  });
  expect(services.asked.sort((a, b) => a.service.localeCompare(b.service))).toMatchObject([
    {
      path: '/search/code',
      parameters: { q: 'WebRTC language:"typescript"' },
      headers: {
        accept: 'application/vnd.github.text-match+json',
        authorization: `Bearer ${KEYS.GITHUB_TOKEN}`,
      },
    },
    {
      path: '/2.3/search/advanced',
      parameters: { q: 'WebRTC', tagged: 'typescript', site: 'stackoverflow' },
    },
  ]);
  expect(textOf(answer)).toMatch(/<untrusted-.*RTCPeerConnection/);
});

test('one source of code is enough; without both it is unavailable', async () => {
  const services = await serveSearchProviders();
  const { call } = hostWith(services);
  services.faults.github = 401;
  expect(dataOf(await call('web_search_code', { query: 'x' }))).toMatchObject({
    github: [],
    stackoverflow: [{}],
    errors: [
      {
        source: 'github',
        reason: expect.stringMatching(/refuses the key \(401: Bad credentials \[REDACTED\]\)/),
      },
    ],
  });
  services.faults.stackoverflow = 'garbage';
  expect(await call('web_search_code', { query: 'x' })).toMatchObject({ error: { code: 'UNAVAILABLE' } });
});
