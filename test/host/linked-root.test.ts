import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';
import { startStdio } from '../support/stdio.ts';

test('a root that is named through a link is open under that name as well, and what lies beside it is not', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'real'));
  for (const name of ['real/a.txt', 'beside.txt']) writeFileSync(join(directory, name), 'hello\n');
  symlinkSync('real', join(directory, 'link'));
  const root = join(directory, 'link');
  const client = startStdio('in-process', { root });
  await client.initialize();
  const read = (path: string) => client.call('read_file', { path });
  expect(await read(join(root, 'a.txt'))).toMatchObject({
    structuredContent: { content: 'hello\n', path: join(directory, 'real/a.txt') },
  });
  expect(await read(join(directory, 'real/a.txt'))).not.toHaveProperty('isError');
  for (const path of [join(directory, 'beside.txt'), join(root, '../beside.txt'), `${root}2/a.txt`])
    expect(await read(path)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^OUTSIDE_ROOT/) }],
    });
  expect(await client.call('search_files', { pattern: '*', path: root })).not.toHaveProperty('isError');
});
