import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modernMeta } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

interface Page {
  readonly resources: readonly { readonly uri: string; readonly name: string }[];
  readonly nextCursor?: string;
}

describe.each(WAYS)('pages of lists, %s', (way) => {
  test('more files than fit a page are listed on the next ones, each once', async () => {
    const root = temporaryDirectory();
    const names = Array.from({ length: 2500 }, (_, i) => `f${String(i).padStart(4, '0')}`);
    for (const name of names) writeFileSync(join(root, name), '');
    const client = startStdio(way, { root });
    const pages: Page[] = [];
    do {
      const cursor = pages.at(-1)?.nextCursor;
      const params = { ...(cursor !== undefined && { cursor }), _meta: modernMeta() };
      pages.push((await client.request('resources/list', params)).result as unknown as Page);
    } while (pages.at(-1)?.nextCursor !== undefined);
    const files = pages.map(({ resources }) => resources.filter(({ uri }) => uri.startsWith('file:')));
    expect(files.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(files.flat().map(({ name }) => name)).toEqual(names);
    const others = pages.map(
      ({ resources }) => resources.filter(({ uri }) => uri.startsWith('skill:')).length,
    );
    expect(others).toEqual([4, 0, 0]);
  });

  test.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    '%s refuses a cursor it never gave',
    async (method) => {
      const client = startStdio(way);
      await client.initialize();
      for (const meta of [{}, { _meta: modernMeta() }])
        for (const cursor of ['', 'x', 'Zm9yZ2Vk', 'e30.e30', 'WyJwcm9qZWN0LWZpbGUiXQ']) {
          const { error } = await client.request(method, { cursor, ...meta });
          expect(error).toEqual({
            code: -32602,
            message: expect.stringMatching(new RegExp(`unknown cursor "${cursor}"$`, 'i')),
          });
        }
    },
  );
});
