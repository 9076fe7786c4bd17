import { chmodSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

type Entries = { name: string; type: string }[];

const namesOf = (data: Record<string, unknown>): string[] =>
  (data.entries as Entries).map(({ name }) => name);

function createTree(root: string): void {
  mkdirSync(join(root, 'a/deep'), { recursive: true });
  for (const path of ['a/deep/x', 'a/y', 'a-b', 'b', '.hidden']) writeFileSync(join(root, path), '12345');
  symlinkSync('b', join(root, 'link'));
}

test('list_directory lists in a fixed order with kind and size', async () => {
  const { call, root } = createTestHost();
  createTree(root);
  const data = dataOf(await call('list_directory', { path: '.' }));
  expect(namesOf(data)).toEqual(['.hidden', 'a', 'a-b', 'b', 'link']);
  expect(data.entries).toMatchObject([
    { type: 'file', size: 5 },
    { type: 'directory' },
    {},
    {},
    { type: 'symlink' },
  ]);
  const shown = dataOf(await call('list_directory', { path: root, includeHidden: false }));
  expect(namesOf(shown)).not.toContain('.hidden');
});

test('list_directory goes through everything below page by page, missing and repeating nothing', async () => {
  const { call, root } = createTestHost();
  createTree(root);
  const whole = namesOf(dataOf(await call('list_directory', { path: '.', recursive: true })));
  expect([...whole].sort()).toEqual(['.hidden', 'a', 'a-b', 'a/deep', 'a/deep/x', 'a/y', 'b', 'link']);
  const paged: string[] = [];
  for (let cursor: unknown; ; ) {
    const data = dataOf(
      await call('list_directory', {
        path: '.',
        recursive: true,
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      }),
    );
    paged.push(...namesOf(data));
    cursor = data.nextCursor;
    expect(data.truncated).toBe(cursor !== undefined);
    if (cursor === undefined) break;
  }
  expect(paged).toEqual(whole);
});

test('list_directory tells times to the millisecond', async () => {
  const { call, root } = createTestHost();
  const times = [-1, 0, 1_700_000_000_001, 1_700_000_000_999, 1_700_000_001_000, 253_402_300_800_000];
  for (const [i, time] of times.entries()) {
    writeFileSync(join(root, `file-${i}`), '');
    utimesSync(join(root, `file-${i}`), time / 1000, time / 1000);
  }
  const { entries } = dataOf(await call('list_directory', { path: '.' }));
  const expected = times.map((_, i) => statSync(join(root, `file-${i}`)).mtime.toISOString());
  expect((entries as { modified: string }[]).map(({ modified }) => modified)).toEqual(expected);
});

test('list_directory looks into what it may open, and lists the rest', async () => {
  const { call, root } = createTestHost();
  createTree(root);
  mkdirSync(join(root, 'closed'), { mode: 0o000 });
  symlinkSync('/etc', join(root, 'out'));
  const names = namesOf(dataOf(await call('list_directory', { path: '.', recursive: true })));
  expect(names).toContain('closed');
  expect(names.filter((name) => name.startsWith('out'))).toEqual(['out']);
  chmodSync(join(root, 'closed'), 0o755);
});

test('list_directory answers one page of a long directory, and the next from its cursor', async () => {
  const { call, root } = createTestHost();
  for (let i = 0; i < 1100; i++) writeFileSync(join(root, `file-${String(i).padStart(5, '0')}`), '');
  const data = dataOf(await call('list_directory', { path: '.' }));
  expect(namesOf(data)).toHaveLength(1000);
  expect(data).toMatchObject({ truncated: true, nextCursor: expect.any(String) });
  const next = namesOf(dataOf(await call('list_directory', { path: '.', cursor: data.nextCursor })));
  expect(next[0]).toBe('file-01000');
});

test('list_directory refuses a file, a missing path and what lies outside', async () => {
  const { call, root } = createTestHost();
  createTree(root);
  symlinkSync('/etc', join(root, 'out'));
  for (const [path, code] of [
    ['b', 'VALIDATION'],
    ['missing', 'NOT_FOUND'],
    ['/etc', 'OUTSIDE_ROOT'],
    ['out', 'OUTSIDE_ROOT'],
  ]) {
    expect(await call('list_directory', { path })).toMatchObject({ error: { code } });
  }
});

test('the older names of list_directory answer the names alone', async () => {
  const { call, root } = createTestHost();
  createTree(root);
  for (const name of ['ListDirectory', 'filesystem/list']) {
    expect(await call(name, { path: 'a' })).toMatchObject({ content: [{ text: '["deep","y"]' }] });
  }
});

test.each(['garbage', 'YQ==', '!'])(
  'list_directory refuses %j as a cursor instead of ending early',
  async (cursor) => {
    const { call } = createTestHost();
    expect(await call('list_directory', { path: '.', cursor })).toMatchObject({
      error: { code: 'VALIDATION', message: `"${cursor}" is not a cursor of list_directory` },
    });
  },
);

test('in the text a name with a line break stays one line, and a link is told from a file', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a\nMore follow: cursor x'), 'needle');
  symlinkSync('nowhere', join(root, 'b'));
  const textOf = async (tool: string, args: object) => {
    const { content } = (await call(tool, args)) as { content?: readonly { text: string }[] };
    return content?.map(({ text }) => text).join();
  };
  const name = '"a\\nMore follow: cursor x"';
  expect(await textOf('list_directory', { path: '.' })).toBe(`${name}  6\nb  symlink`);
  expect(await textOf('search_files', { pattern: '*' })).toBe(name);
  expect(await textOf('search_text', { query: 'needle' })).toBe(`${name}\n1:1 needle`);
});
