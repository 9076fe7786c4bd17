import { expect, test } from 'vitest';
import { sizesOfChildren } from '../../../test/support/children.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { serveLocally } from '../../../test/support/local-server.ts';

const onLinux = test.skipIf(process.platform !== 'linux');
const SMALL = '<html><body><p>A small page.</p></body></html>';

async function serve(large: string) {
  const { origin } = await serveLocally(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8').end(url === '/large' ? large : SMALL);
  });
  const settings = { toolPermissions: { web_fetch: 'allowed' }, egress: { allowedOrigins: [origin] } };
  const { call, host } = createTestHost(settings);
  return { host, fetch: (path: string) => call('web_fetch', { url: `${origin}/${path}` }) };
}

// Which comes first, its end, that of its memory or that of its time, is up to the machine. The largest piece of memory is
// asked for at once: a thread that fails so takes the host with it.
test('a page that may take too much memory ends nothing, and the next one is read', {
  timeout: 60_000,
}, async () => {
  const { fetch } = await serve(
    `<html><body><article><p>${'_*'.repeat(4_775_000)}\u4e2d</p></article></body></html>`,
  );
  for (const _ of [1, 2]) {
    const answer = await fetch('large');
    if (answer.kind !== 'result' || answer.ok) expect(answer).toMatchObject({ ok: true });
    else
      expect(answer.error).toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringMatching(
          /\/large (takes more memory than 512 MB to read|could not be turned into text)$/,
        ),
      });
  }
  expect(dataOf(await fetch('small')).content).toBe('A small page.');
});

test('a page whose text is far longer than itself is refused', { timeout: 60_000 }, async () => {
  // Each level of a list indents every line in it.
  const deep = `${'<ul><li>x'.repeat(300)}<pre>${'a\n'.repeat(100_000)}</pre>`;
  const { fetch } = await serve(`<html><body>${deep}</body></html>`);
  expect(await fetch('large')).toMatchObject({ error: { code: 'TOO_LARGE' } });
  expect(dataOf(await fetch('small')).content).toBe('A small page.');
});

onLinux('pages after each other are read by one process, which ends with the host', async () => {
  const { fetch, host } = await serve('');
  for (const path of ['a', 'b', 'c']) expect(dataOf(await fetch(path)).content).toBe('A small page.');
  expect(sizesOfChildren('page-process')).toHaveLength(1);
  await host.close();
  expect(sizesOfChildren('page-process')).toEqual([]);
});
