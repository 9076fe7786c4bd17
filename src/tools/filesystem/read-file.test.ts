import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { codeOf, createGitHost } from '../../../test/support/repository.ts';

test('read_file answers the text with what is known of the file', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a.ts'), 'one\ntwo\nthree\n');
  const answer = await call('read_file', { path: 'a.ts' });
  expect(dataOf(answer)).toEqual({
    path: join(root, 'a.ts'),
    content: 'one\ntwo\nthree\n',
    encoding: 'utf-8',
    size: 14,
    totalLines: 3,
    truncated: false,
    language: 'typescript',
    lastModified: expect.stringMatching(/^\d{4}-/),
    sha256: hash('sha256', 'one\ntwo\nthree\n'),
  });
  expect(answer).toMatchObject({ content: [{ type: 'text', text: 'one\ntwo\nthree\n' }] });
});

test('read_file pages by lines', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\nthree');
  const page = (startLine: number, maxLines: number) =>
    call('read_file', { path: 'a.txt', startLine, maxLines });
  const first = await page(1, 2);
  expect(dataOf(first)).toMatchObject({ content: 'one\ntwo\n', truncated: true, totalLines: 3, nextLine: 3 });
  expect(first).toMatchObject({
    content: [{ text: 'one\ntwo\n' }, { text: '[3 lines in all; more with startLine 3]' }],
  });
  expect(dataOf(await page(3, 2))).toMatchObject({ content: 'three', truncated: false });
  expect(dataOf(await page(9, 2))).toMatchObject({ content: '', truncated: false });
});

test('read_file tells binary apart and shows images as images', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a.bin'), Buffer.from([1, 0, 2]));
  writeFileSync(join(root, 'late.bin'), `${'text head\n'.repeat(1000)}\u0000\u0001`);
  expect(dataOf(await call('read_file', { path: 'late.bin' }))).toMatchObject({ encoding: 'base64' });
  writeFileSync(join(root, 'a.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
  const binary = await call('read_file', { path: 'a.bin' });
  expect(dataOf(binary)).toMatchObject({ content: 'AQAC', encoding: 'base64' });
  expect(binary).toMatchObject({ content: [{ type: 'text' }, { resource: { blob: 'AQAC' } }] });
  expect(await call('read_file', { path: 'a.png' })).toMatchObject({
    content: [{ type: 'image', mimeType: 'image/png' }],
  });
});

test('read_file refuses quickly what it must not or cannot read', async () => {
  const { call, root } = createTestHost();
  mkdirSync(join(root, 'folder'));
  symlinkSync('/etc/hostname', join(root, 'link'));
  symlinkSync('/etc', join(root, 'folder-link'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  symlinkSync('/etc/no-such-file', join(root, 'dangling'));
  writeFileSync(join(root, 'binary'), Buffer.alloc(2000));
  writeFileSync(join(root, 'giant'), '');
  truncateSync(join(root, 'giant'), 2 ** 40);
  const code = async (path: string, more = {}) => {
    const answer = await call('read_file', { path, ...more });
    return answer.kind === 'result' && !answer.ok ? answer.error.code : 'ok';
  };
  expect(await code('missing')).toBe('NOT_FOUND');
  expect(await code('folder')).toBe('VALIDATION');
  expect(await code('fifo')).toBe('VALIDATION');
  expect(await code('link')).toBe('OUTSIDE_ROOT');
  expect(await code('folder-link/hostname')).toBe('OUTSIDE_ROOT');
  expect(await code('/etc/hostname')).toBe('OUTSIDE_ROOT');
  expect(await code('/etc/no-such-file')).toBe('OUTSIDE_ROOT');
  expect(await code(`${root}-evil/x`)).toBe('OUTSIDE_ROOT');
  expect(await code('folder-link/no-such-file')).toBe('OUTSIDE_ROOT');
  expect(await code('dangling')).toBe('OUTSIDE_ROOT');
  expect(await code('binary', { maxBytes: 1000 })).toBe('TOO_LARGE');
  expect(await code('giant')).toBe('TOO_LARGE');
  expect(await code('a\u202eb')).toBe('VALIDATION');
});

test('the older names of read_file answer the content', async () => {
  const { call, root } = createTestHost();
  writeFileSync(join(root, 'a.txt'), 'hi');
  for (const name of ['ReadFileAsync', 'filesystem/read', 'readFile']) {
    expect(await call(name, { path: 'a.txt' })).toMatchObject({ content: [{ type: 'text', text: 'hi' }] });
  }
});

test('UTF-8 with a torn byte stays UTF-8, and it is said', async () => {
  const { call, root } = createTestHost();
  const torn = Buffer.concat([
    Buffer.from('ok: für 漢字 😀\ncut: '),
    Buffer.from([0xe6, 0xbc]),
    Buffer.from('\nend é\n'),
  ]);
  const text = 'ok: für 漢字 😀\ncut: \ufffd\ufffd\nend é\n';
  const line = Buffer.from('line of ünïcode text\n');
  const filler = Buffer.concat(Array.from({ length: 60_000 }, () => line));
  writeFileSync(join(root, 'torn.log'), torn);
  writeFileSync(join(root, 'marked.log'), Buffer.concat([Buffer.from('\ufeff'), torn]));
  writeFileSync(join(root, 'large.log'), Buffer.concat([filler, torn]));
  writeFileSync(join(root, 'latin.log'), Buffer.from('für \xe9t\xe9\n', 'latin1'));
  for (const args of [
    { path: 'torn.log' },
    { path: 'marked.log' },
    { path: 'large.log', startLine: 60_001 },
  ]) {
    const answer = await call('read_file', args);
    expect(dataOf(answer), args.path).toMatchObject({ content: text, encoding: 'utf-8', hasBadBytes: true });
    expect(answer).toMatchObject({
      content: [{ text }, { text: '[Some bytes are not UTF-8; each shows as U+FFFD]' }],
    });
  }
  const latin = dataOf(await call('read_file', { path: 'latin.log' }));
  expect([latin.encoding, latin.content, latin.hasBadBytes]).toEqual(['latin1', 'für été\n', undefined]);
  const asked = dataOf(await call('read_file', { path: 'torn.log', encoding: 'latin1' }));
  expect(asked.encoding).toBe('latin1');
});

test('what git keeps of a committed secret is asked about like the secret', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { '.env': 'KEY=planted-value\n' });
  const blob = repository.git('rev-parse', 'HEAD:.env');
  const object = `.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`;
  // Addresses of remotes carry tokens.
  for (const path of [object, '.git/COMMIT_EDITMSG', '.git/config'])
    expect(codeOf(await call('read_file', { path })), path).toBe('APPROVAL_PENDING');
  for (const path of ['.git/HEAD', '.git/logs/HEAD'])
    expect(await call('read_file', { path }), path).toMatchObject({ ok: true });
});
