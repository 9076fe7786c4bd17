import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { serveLocally } from '../../../test/support/local-server.ts';
import type { Answer } from '../../core/call/call.ts';

/** Fetches a page that is this body. */
async function fetchPage(body: string | Buffer, contentType = 'text/html'): Promise<Answer> {
  const { origin } = await serveLocally((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    response.setHeader('content-type', contentType).end(body);
  });
  const { call } = createTestHost({
    toolPermissions: { web_fetch: 'allowed' },
    egress: { allowedOrigins: [origin] },
  });
  return call('web_fetch', { url: `${origin}/docs/page` });
}

test('a page with a byte order mark is read in its encoding, whatever the header says', async () => {
  const page = '<html><body><p>wide ü 日</p></body></html>';
  const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, 'utf16le')]);
  const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(page, 'utf16le').swap16()]);
  expect(dataOf(await fetchPage(little)).content).toBe('wide ü 日');
  expect(dataOf(await fetchPage(big)).content).toBe('wide ü 日');
  expect(dataOf(await fetchPage(little, 'text/html; charset=iso-8859-1')).content).toBe('wide ü 日');
  expect(dataOf(await fetchPage(Buffer.from(`\ufeff${page}`), 'text/html; charset=latin1')).content).toBe(
    'wide ü 日',
  );
});

test('links start where the page says that they start', async () => {
  const page = '<html><head><base href="/deep/dir/"></head><body><p><a href="x.html">x</a></p></body></html>';
  expect(dataOf(await fetchPage(page)).content).toMatch(
    /^\[x\]\(http:\/\/127\.0\.0\.1:\d+\/deep\/dir\/x\.html\)$/,
  );
  const odd = page.replace('/deep/dir/', 'javascript:alert(1)');
  expect(dataOf(await fetchPage(odd)).content).toMatch(/\/docs\/x\.html\)$/);
});

test.each([
  '<html><title>Docs</title><h1>Tea API</h1><p>Call brew.</p></html>',
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Docs</title><h1>Tea API</h1><p>Call brew.',
  '<html><head><title>Docs</title><body><h1>Tea API</h1><p>Call brew.</body></html>',
  '<html><head><title>Docs</title></head><h1>Tea API</h1><p>Call brew.</p></html>',
  '<html><title>Docs</title><body><h1>Tea API</h1><p>Call brew.</p></body></html>',
  '<!doctype html><title>Docs</title><h1>Tea API</h1><p>Call brew.</p>',
])('a page may leave out tags that HTML does not need: %s', async (page) => {
  expect(dataOf(await fetchPage(page))).toMatchObject({
    title: 'Docs',
    content: expect.stringMatching(/^#+ Tea API\n\nCall brew\.$/),
  });
});

test('a page without text says why there may be none', async () => {
  const answer = await fetchPage('<html><body><div id="root"></div><script>render()</script></body></html>');
  expect(answer).toMatchObject({
    ok: true,
    content: [{ text: expect.stringMatching(/has no text to read\. It may be empty, or filled by scripts/) }],
  });
});

test('the refusal of a local address says who can open it, and how', async () => {
  const { call } = createTestHost({ toolPermissions: { web_fetch: 'allowed' } });
  const hintOf = async (url: string) => {
    const answer = await call('web_fetch', { url });
    return answer.kind === 'result' && !answer.ok ? answer.error.hint : undefined;
  };
  expect(await hintOf('http://127.0.0.1:5173/x')).toBe(
    'No approval lifts this. A person who runs that service can open it with egress.allowedOrigins: ["http://127.0.0.1:5173"] in the configuration.',
  );
  expect(await hintOf('file:///etc/passwd')).toBe('No approval lifts this.');
});

test('a question that comes with Markdown alone has an excerpt as well', async () => {
  const item = { title: 'How?', link: 'https://stackoverflow.com/q/1', score: 3, is_answered: true };
  const { origin } = await serveLocally((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ items: [{ ...item, body_markdown: 'Use *x*.' }] }));
  });
  const { call } = createTestHost({
    toolPermissions: { web_search_code: 'allowed' },
    egress: { allowedOrigins: [origin] },
    web: { stackExchangeUrl: origin, retries: 0 },
  });
  expect(dataOf(await call('web_search_code', { query: 'x' })).stackoverflow).toMatchObject([
    { title: 'How?', excerpt: 'Use *x*.' },
  ]);
});
