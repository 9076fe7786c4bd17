import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

test('a call that fails takes the directories it made away again', async () => {
  const { codeOf, root } = createFilesHost();
  writeFileSync(join(root, 'a'), 'a');
  const long = `new/${'n'.repeat(256)}`;
  expect(await codeOf('write_file', { path: 'q/r/x', content: 'x', expectedSha256: '0' })).toBe('CONFLICT');
  expect(await codeOf('write_file', { path: 'q/r/x', content: '€', encoding: 'latin1' })).toBe('VALIDATION');
  expect(await codeOf('write_file', { path: long, content: 'x' })).toBe('VALIDATION');
  expect(await codeOf('copy_path', { from: 'a', to: long })).toBe('VALIDATION');
  expect(await codeOf('move_path', { from: 'a', to: long })).toBe('VALIDATION');
  expect(await codeOf('create_directory', { path: `${long}/x` })).toBe('VALIDATION');
  expect(readdirSync(root)).toEqual(['a']);
});

test('links that lead nowhere, elsewhere or to themselves come back from the trash as they were', async () => {
  const { call, root } = createFilesHost();
  for (const [name, target] of Object.entries({ near: 'file', gone: 'nothing', itself: 'itself' })) {
    symlinkSync(target, join(root, name));
    const { trashPath } = dataOf(await call('delete_file', { path: name }));
    expect(readdirSync(root)).not.toContain(name);
    dataOf(await call('restore_file', { trashPath }));
    expect(readlinkSync(join(root, name))).toBe(target);
  }
});

test.each([
  ['write_file', { content: 'x' }],
  ['edit_file', { edits: [{ oldText: 'a', newText: 'b' }] }],
])('%s through links that go in a circle, or on and on, is refused in words', async (tool, args) => {
  const { codeOf, root } = createFilesHost();
  symlinkSync('b', join(root, 'a'));
  symlinkSync('a', join(root, 'b'));
  symlinkSync('itself', join(root, 'itself'));
  writeFileSync(join(root, 'l0'), 'a');
  for (let i = 1; i < 60; i++) symlinkSync(`l${i - 1}`, join(root, `l${i}`));
  for (const path of ['a', 'itself', 'l59']) expect(await codeOf(tool, { path, ...args })).toBe('VALIDATION');
  expect(await codeOf(tool, { path: 'l20', ...args })).toBe('ok');
});

test('a move between two names of one file leaves the second', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'one'), 'text');
  linkSync(join(root, 'one'), join(root, 'two'));
  dataOf(await call('move_path', { from: 'one', to: 'two', overwrite: true }));
  expect(readdirSync(root)).toEqual(['two']);
});

test('a copied directory is as open as the first', async () => {
  const { call, root } = createFilesHost();
  mkdirSync(join(root, 'own/read'), { recursive: true, mode: 0o700 });
  writeFileSync(join(root, 'own/read/f'), 'f');
  mkdirSync(join(root, 'own/sub'), { mode: 0o711 });
  dataOf(await call('copy_path', { from: 'own', to: 'copy' }));
  expect(statSync(join(root, 'copy')).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, 'copy/sub')).mode & 0o777).toBe(0o711);
});

test('a page never starts with half a character', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a'), '😀😀 foo\n');
  for (const startColumn of [3, 4])
    expect(dataOf(await call('read_file', { path: 'a', startColumn })).content).toBe('😀 foo\n');
});

test('a file with line ends of Windows keeps them whatever a write mixes', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a'), 'x\r\ny\r\n');
  dataOf(await call('write_file', { path: 'a', content: 'x\r\ny\nz\n' }));
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('x\r\ny\r\nz\r\n');
});

test('an edit that does not fit tells nothing of a file that is not read unasked', async () => {
  const { call, root } = createFilesHost({ mode: 'execute_with_confirm' });
  const text = 'API_KEY=abc-12345\nOTHER=1\n';
  writeFileSync(join(root, '.env'), text);
  const edits = [
    { edits: [{ oldText: 'API_KAY=', newText: 'x' }] },
    { edits: [{ oldText: '=', newText: 'x' }] },
    { edits: [{ oldText: 'API_KAY=', newText: 'x' }], dryRun: true },
  ];
  const calls = [
    ...edits.map((args) => ['edit_file', { path: '.env', ...args }] as const),
    ['write_file', { path: '.env', content: 'x', expectedSha256: '1' }] as const,
  ];
  for (const [tool, args] of calls) {
    const answer = await call(tool, args);
    expect(answer).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
    expect(JSON.stringify(answer)).not.toMatch(/12345|lines? \d|sha256 is/);
  }
});

test('nor does it once the change is allowed; of any other file it tells the place', async () => {
  const { call, root } = createFilesHost();
  for (const name of ['id_rsa', 'plain.txt']) writeFileSync(join(root, name), 'BEGIN KEY\nabcdef\n');
  const edits = [{ oldText: 'BEGIN KAY\nabcdef', newText: 'x' }];
  const secret = await call('edit_file', { path: 'id_rsa', edits });
  expect(secret).toMatchObject({ ok: false, error: { code: 'VALIDATION' } });
  expect(JSON.stringify(secret)).not.toContain('abcdef');
  const plain = await call('edit_file', { path: 'plain.txt', edits });
  expect(plain).toMatchObject({ ok: false, error: { hint: expect.stringContaining('abcdef') } });
  expect(existsSync(join(root, 'id_rsa'))).toBe(true);
});

test('a link that leads nowhere says so, and a name that ends like a directory makes no file', async () => {
  const { call, root } = createFilesHost();
  symlinkSync('gone', join(root, 'link'));
  expect(await call('read_file', { path: 'link' })).toMatchObject({
    error: { code: 'NOT_FOUND', message: `${join(root, 'link')} is a link to gone, which does not exist` },
  });
  expect(await call('write_file', { path: 'folder/', content: 'x' })).toMatchObject({
    error: { code: 'VALIDATION', message: '"folder/" ends with a slash, as only directories do' },
  });
  expect(readdirSync(root)).toEqual(['link']);
});
