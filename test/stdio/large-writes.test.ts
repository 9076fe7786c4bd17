import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServe } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

const LARGEST = 10_485_760;

/** Six bytes of JSON for each, two for each, and one for each. */
const CONTENTS = [
  ['control characters', '\u0001'],
  ['quotation marks', '"'],
  ['letters', 'a'],
] as const;

const tooLarge = {
  isError: true,
  content: [{ type: 'text', text: expect.stringMatching(/^TOO_LARGE: .* would have 10485761 bytes/) }],
};

test.each(WAYS)(
  'every write up to the limit arrives on stdio, one byte more is refused by the tool, %s',
  async (way) => {
    const root = temporaryDirectory();
    const client = startStdio(way, { root, args: ['--mode', 'full_access'] });
    await client.initialize();
    for (const [name, character] of CONTENTS) {
      const content = character.repeat(LARGEST);
      const written = await client.call('write_file', { path: join(root, name), content });
      expect(written, name).toMatchObject({ structuredContent: { bytesWritten: LARGEST, created: true } });
      expect(readFileSync(join(root, name), 'utf8') === content, name).toBe(true);
    }
    const path = join(root, 'more');
    expect(await client.call('write_file', { path, content: 'a'.repeat(LARGEST + 1) })).toMatchObject(
      tooLarge,
    );
  },
  60_000,
);

test('every write up to the limit arrives over HTTP, several at once, and one byte more is refused by the tool', async () => {
  const server = await startServe({ args: ['--mode', 'full_access'] });
  const written = await Promise.all(
    CONTENTS.flatMap(([name, character]) =>
      [1, 2].map(async (nth) => {
        const content = character.repeat(LARGEST);
        const path = join(server.root, `${name} ${nth}`);
        const { status, answer } = await callTool(server, 'write_file', { path, content });
        return { status, answer, isThere: readFileSync(path, 'utf8') === content };
      }),
    ),
  );
  for (const one of written)
    expect(one).toMatchObject({
      status: 200,
      isThere: true,
      answer: { result: { structuredContent: { bytesWritten: LARGEST } } },
    });
  const path = join(server.root, 'more');
  const { answer } = await callTool(server, 'write_file', { path, content: 'a'.repeat(LARGEST + 1) });
  expect(answer).toMatchObject({ result: tooLarge });
}, 90_000);
