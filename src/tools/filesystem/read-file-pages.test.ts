import { hash } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

type Call = ReturnType<typeof createFilesHost>['call'];
type Data = Record<string, unknown>;

/** Everything of a file, page by page, and the pages themselves. */
async function readPages(
  call: Call,
  path: string,
  more: Data = {},
): Promise<{ text: string; pages: Data[] }> {
  const pages: Data[] = [];
  for (let start: Data = {}; ; ) {
    const page = dataOf(await call('read_file', { path, ...more, ...start }));
    pages.push(page);
    if (page.truncated !== true) break;
    start = {
      startLine: page.nextLine,
      ...(page.nextColumn !== undefined && { startColumn: page.nextColumn }),
    };
  }
  return { text: pages.map(({ content }) => content).join(''), pages };
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, i) => `line ${i + 1} · äöü\n`).join('');

test.each([
  ['small', 2000],
  ['larger than is read at once', 60_000],
  ['larger than is hashed', 700_000],
])('a %s text comes whole in pages of whole lines that fit an answer', async (_size, lines) => {
  const { call, root } = createFilesHost();
  const text = numbered(lines);
  writeFileSync(join(root, 'a.txt'), text);
  const limit = lines > 100_000 ? { maxLines: 1_000_000 } : {};
  const start = Math.max(1, lines - 9000);
  const [first] = (await readPages(call, 'a.txt', { startLine: start, ...limit })).pages;
  expect(first?.content).toMatch(new RegExp(`^line ${start} `));
  if (lines > 100_000) {
    expect(first).not.toHaveProperty('sha256');
    expect(first).not.toHaveProperty('totalLines');
    return;
  }
  const { text: read, pages } = await readPages(call, 'a.txt');
  expect(read).toBe(text);
  for (const page of pages) {
    expect(Buffer.byteLength(page.content as string)).toBeLessThanOrEqual(46_080);
    expect(page).toMatchObject({ totalLines: lines, sha256: hash('sha256', text) });
    expect(page.content).toMatch(/\n$/);
  }
});

test('the last page of a large file knows how many lines there are', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a.log'), `${numbered(700_000)}end`);
  const read = async (startLine: number) => dataOf(await call('read_file', { path: 'a.log', startLine }));
  expect(await read(699_990)).toMatchObject({ totalLines: 700_001, truncated: false });
  expect((await read(700_001)).content).toBe('end');
  expect((await read(5)).content).toMatch(/^line 5 /);
  expect(await read(800_000)).toMatchObject({ content: '', truncated: false });
});

test.each([
  ['small', 100_000],
  ['large', 600_000],
])('a line that fits no answer comes in parts, in a %s file', async (_size, length) => {
  const { call, root } = createFilesHost();
  const text = `first\n${'äx'.repeat(length / 2)}\nlast`;
  writeFileSync(join(root, 'min.js'), text);
  const { text: read, pages } = await readPages(call, 'min.js', {
    maxBytes: length > 500_000 ? 46_080 : 10_001,
  });
  expect(read).toBe(text);
  expect(pages[1]).toMatchObject({ nextLine: 2, nextColumn: expect.any(Number) });
});

test('what reads as text in another encoding is read in it', async () => {
  const { call, root } = createFilesHost();
  const bom = (first: number[], rest: Buffer) => Buffer.concat([Buffer.from(first), rest]);
  const wide = Buffer.from('Grüße, 漢字\nzwei\n', 'utf16le');
  const files: Record<string, [Buffer, string, string]> = {
    'bom.txt': [bom([0xef, 0xbb, 0xbf], Buffer.from('ä\n')), 'utf-8', 'ä\n'],
    'le.txt': [bom([0xff, 0xfe], wide), 'utf-16le', 'Grüße, 漢字\nzwei\n'],
    'be.txt': [bom([0xfe, 0xff], Buffer.from(wide).swap16()), 'utf-16be', 'Grüße, 漢字\nzwei\n'],
    'bare-le.txt': [Buffer.from('plain words\n', 'utf16le'), 'utf-16le', 'plain words\n'],
    'latin1.txt': [Buffer.from('Grüße\n', 'latin1'), 'latin1', 'Grüße\n'],
    'empty.txt': [Buffer.alloc(0), 'utf-8', ''],
  };
  for (const [name, [bytes, encoding, content]] of Object.entries(files)) {
    writeFileSync(join(root, name), bytes);
    expect(dataOf(await call('read_file', { path: name })), name).toMatchObject({
      content,
      encoding,
      size: bytes.length,
      sha256: hash('sha256', bytes),
    });
  }
  const asked = await call('read_file', { path: 'bom.txt', encoding: 'latin1' });
  expect(dataOf(asked)).toMatchObject({ encoding: 'latin1' });
});

test('a large text in two bytes a character is paged like any other', async () => {
  const { call, root } = createFilesHost();
  const text = numbered(30_000);
  for (const [name, bytes] of [
    ['le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ] as const) {
    writeFileSync(join(root, name), bytes);
    const { text: read, pages } = await readPages(call, name);
    expect(read === text).toBe(true);
    expect(pages.at(-1)).toMatchObject({ totalLines: 30_000, sha256: hash('sha256', bytes) });
  }
});

test('secrets are masked, and the reader is told so', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a.txt'), 'token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"\nhello\n');
  expect(await call('read_file', { path: 'a.txt' })).toMatchObject({
    content: [{ text: 'token = "[REDACTED]"\nhello\n' }, { text: expect.stringContaining('do not write') }],
  });
});

test('a file that looks like it holds secrets is asked about, also where another name leads to it', async () => {
  const { call, root, codeOf } = createFilesHost({ mode: 'execute_with_confirm' });
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  symlinkSync('.env', join(root, 'notes.txt'));
  expect(await codeOf('read_file', { path: '.env' })).toBe('APPROVAL_PENDING');
  expect(await call('read_file', { path: 'notes.txt' })).toMatchObject({
    error: { code: 'PERMISSION_DENIED', hint: expect.stringContaining('.env') },
  });
  expect(dataOf(await call('get_file_info', { path: '.env' }))).not.toHaveProperty('sha256');
});

test('a page behind the last line says so, and an empty file says nothing', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a'), 'one\ntwo\n');
  writeFileSync(join(root, 'empty'), '');
  const texts = async (args: object) => {
    const { content } = (await call('read_file', args)) as { content?: readonly { text: string }[] };
    return content?.map(({ text }) => text);
  };
  expect(await texts({ path: 'a', startLine: 9 })).toEqual([
    '',
    '[2 lines in all; startLine is behind them]',
  ]);
  expect(await texts({ path: 'empty', startLine: 9 })).toEqual(['']);
});

test('a configuration file is LOW, and nobody is asked about it', async () => {
  const { call, root } = createFilesHost({ mode: 'execute_with_confirm' });
  writeFileSync(join(root, 'package.json'), '{"name": "x"}\n');
  const explained = dataOf(await call('explain_call', { tool: 'read_file', args: { path: 'package.json' } }));
  expect(explained).toMatchObject({
    risk: 'LOW',
    decision: 'allow',
    reasons: expect.arrayContaining(['package.json is a configuration file']),
    rule: 'LOW reads run unasked',
  });
  expect(dataOf(await call('read_file', { path: 'package.json' }))).toMatchObject({
    content: '{"name": "x"}\n',
  });
});
