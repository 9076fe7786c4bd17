import { expect, test } from 'vitest';
import { toMarkdown } from '../../src/engines/web/page/to-markdown.ts';
import { TOKEN_FORMATS } from '../../src/gate/redact/finders/token-formats.ts';
import { expandExample, seeded } from '../../src/gate/redact/formats/expand-example.ts';
import { createRedactor } from '../../src/gate/redact/redactor.ts';
import { createTestHost } from '../support/host.ts';
import { serveLocally } from '../support/local-server.ts';

const redact = createRedactor({});
const toHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const read = (body: string): string =>
  redact(toMarkdown({ html: `<html><body>${body}</body></html>`, url: 'https://example.com/' }).markdown);

/** What of a page of all tokens is left to read: each stands in an element of its own. */
function shown(around: (token: string) => string): string[] {
  const tokens = TOKEN_FORMATS.flatMap((format) =>
    format.match.flatMap((template) =>
      [1, 2, 3].map((seed) => {
        const token = expandExample(template, seeded(seed));
        const kept = format.keepsPrefix
          ? format.prefixes.find((prefix) => token.includes(prefix))
          : undefined;
        return { token, start: kept === undefined ? 0 : token.indexOf(kept) + kept.length };
      }),
    ),
  );
  const text = read(tokens.map(({ token }) => around(toHtml(token))).join('\n')).replaceAll('\\', '');
  return tokens.filter(({ token, start }) => text.includes(token.slice(start + 4))).map(({ token }) => token);
}

test.each([
  ['a paragraph', (token: string) => `<p>Use the key ${token} to log in.</p>`],
  ['a list', (token: string) => `<ul><li>${token}</li></ul>`],
  ['a table', (token: string) => `<table><tr><th>is</th></tr><tr><td>${token}</td></tr></table>`],
  ['a heading', (token: string) => `<h2>${token}</h2><p>text</p>`],
  ['bold letters', (token: string) => `<p>Use <b>${token}</b> now.</p>`],
  ['code', (token: string) => `<p>Use <code>${token}</code> now.</p>`],
])('no token of a known form is read in %s of a page', (_, around) => {
  expect(shown(around)).toEqual([]);
});

test('a value of a page is masked by its name', () => {
  const value = expandExample('<32>', seeded(1));
  expect(read(`<p>Set API_KEY=${value} first.</p>`)).toBe('Set API_KEY=[REDACTED] first.');
});

test('underscores inside of words are what they were, and others no emphasis', () => {
  expect(read('<p>snake_case_name __init__ _a_ 1_000 a\\_b</p>')).toBe(
    'snake_case_name \\_\\_init\\_\\_ \\_a\\_ 1_000 a\\\\\\_b',
  );
});

test('a token in a page is masked, as Markdown and as it is, and wherever an agent goes on reading', async () => {
  const token = expandExample('ghp_<36>', seeded(1));
  const page = `<h1>Keys</h1><p>${'word '.repeat(200)} the key ${token} and on.</p><ul><li>-${token}</li></ul>`;
  const { origin } = await serveLocally((request, response) => {
    const isHtml = request.url === '/page';
    response.setHeader('content-type', isHtml ? 'text/html' : 'text/markdown');
    response.end(isHtml ? page : page.replaceAll('_', '\\_'));
  });
  const { call } = createTestHost({
    toolPermissions: { web_fetch: 'allowed' },
    egress: { allowedOrigins: [origin] },
    web: { respectRobots: false },
  });
  for (const path of ['page', 'text'])
    for (const offset of [0, 1000, 1020, 1040]) {
      const answer = JSON.stringify(await call('web_fetch', { url: `${origin}/${path}`, offset }));
      const text = answer.replaceAll('\\', '');
      expect(text).toContain('[REDACTED]');
      for (let at = 4; at + 12 <= token.length; at += 4) expect(text).not.toContain(token.slice(at, at + 12));
    }
});
