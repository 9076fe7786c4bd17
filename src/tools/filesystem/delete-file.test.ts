import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';

test('delete_file takes a file to the trash, and restore_file puts it back as it was', async () => {
  const { call, root, codeOf } = createFilesHost();
  const path = join(root, 'a/b.txt');
  mkdirSync(join(root, 'a'));
  writeFileSync(path, 'hello', { mode: 0o640 });
  const deleted = dataOf(await call('delete_file', { path }));
  expect(deleted).toEqual({ path, deleted: true, trashPath: expect.stringMatching(/^trash:/) });
  expect(existsSync(path)).toBe(false);
  const { trashPath } = deleted;
  writeFileSync(path, 'something new');
  expect(await codeOf('restore_file', { trashPath })).toBe('CONFLICT');
  renameSync(join(root, 'a'), join(root, 'elsewhere'));
  expect(dataOf(await call('restore_file', { trashPath }))).toEqual({ path });
  expect(readFileSync(path, 'utf8')).toBe('hello');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(await codeOf('restore_file', { trashPath })).toBe('NOT_FOUND');
});

test('a file on another file system comes to the trash and back, too', async () => {
  const { call, root } = createFilesHost({ dataDir: temporaryDirectory('/dev/shm') });
  const path = join(root, 'a.txt');
  writeFileSync(path, 'hello', { mode: 0o600 });
  const { trashPath } = dataOf(await call('delete_file', { path }));
  expect(readdirSync(root)).toEqual([]);
  dataOf(await call('restore_file', { trashPath }));
  expect(readFileSync(path, 'utf8')).toBe('hello');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('delete_file without the trash is for good, and a link goes without what it leads to', async () => {
  const { call, root, dataDir } = createFilesHost();
  writeFileSync(join(root, 'a'), '');
  symlinkSync('a', join(root, 'link'));
  symlinkSync('/etc/hostname', join(root, 'out'));
  expect(dataOf(await call('delete_file', { path: 'link', toTrash: false }))).toEqual({
    path: join(root, 'link'),
    deleted: true,
  });
  const { trashPath } = dataOf(await call('delete_file', { path: 'out' }));
  expect(readdirSync(root)).toEqual(['a']);
  expect(existsSync('/etc/hostname')).toBe(true);
  dataOf(await call('restore_file', { trashPath }));
  expect(readdirSync(root)).toEqual(['a', 'out']);
  expect(readdirSync(join(dataDir, 'trash'))).toEqual([]);
});

test('delete_file refuses directories, what is missing, outside or protected, and the open directory itself', async () => {
  const { codeOf, root } = createFilesHost();
  mkdirSync(join(root, 'folder'));
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(join(root, '.git/hooks/pre-commit'), '');
  symlinkSync('.git/hooks', join(root, 'innocent'));
  symlinkSync('/etc', join(root, 'out'));
  const refusals: [string, string][] = [
    ['folder', 'VALIDATION'],
    ['missing', 'NOT_FOUND'],
    ['out/hostname', 'OUTSIDE_ROOT'],
    ['out/missing', 'OUTSIDE_ROOT'],
    ['/etc/hostname', 'OUTSIDE_ROOT'],
    ['.git/hooks/pre-commit', 'PROTECTED_PATH'],
    ['innocent/pre-commit', 'PROTECTED_PATH'],
    [root, 'PROTECTED_PATH'],
  ];
  for (const [path, code] of refusals) expect(await codeOf('delete_file', { path }), path).toBe(code);
});

test('restore_file takes only what delete_file answered, and only to where it was', async () => {
  const { call, root, codeOf } = createFilesHost();
  writeFileSync(join(root, 'a'), '');
  const { trashPath } = dataOf(await call('delete_file', { path: 'a' }));
  const other = String(trashPath).replace(/\/a$/, '/b');
  expect(await codeOf('restore_file', { trashPath: other })).toBe('NOT_FOUND');
  expect(await codeOf('restore_file', { trashPath: String(trashPath).replace(/:\/.*/, ':/etc/x') })).toBe(
    'OUTSIDE_ROOT',
  );
  expect(await codeOf('restore_file', { trashPath: '../../etc/passwd' })).toBe('VALIDATION');
  expect(await codeOf('restore_file', { trashPath: `trash:none:${root}/a` })).toBe('NOT_FOUND');
});

test('what was in the trash for too long is forgotten with the next delete', async () => {
  const { call, root, dataDir, codeOf } = createFilesHost();
  for (const name of ['a', 'b']) writeFileSync(join(root, name), name);
  const { trashPath } = dataOf(await call('delete_file', { path: 'a' }));
  const [, id = ''] = String(trashPath).split(':');
  const old = `${(Date.now() - 31 * 86_400_000).toString(36)}-${id.split('-')[1]}`;
  for (const end of ['', '.json'])
    renameSync(join(dataDir, 'trash', id + end), join(dataDir, 'trash', old + end));
  await call('delete_file', { path: 'b' });
  expect(readdirSync(join(dataDir, 'trash')).filter((name) => name.startsWith(old))).toEqual([]);
  expect(await codeOf('restore_file', { trashPath: String(trashPath).replace(id, old) })).toBe('NOT_FOUND');
});

test('a delete is HIGH, and CRITICAL for what a project cannot do without', async () => {
  const { call, host, root } = createFilesHost({ mode: 'execute_with_confirm' });
  const names = ['a.txt', 'package.json', 'package-lock.json', 'tsconfig.json', '.env'];
  for (const name of names) {
    writeFileSync(join(root, name), 'x');
    await call('delete_file', { path: name });
  }
  const risks = new Map(host.approvals.list('pending').map(({ risk, card }) => [card.preview, risk]));
  expect(names.map((name) => risks.get(`To the trash: file ${name}, 1 byte`))).toEqual([
    'HIGH',
    'CRITICAL',
    'CRITICAL',
    'CRITICAL',
    'CRITICAL',
  ]);
});

test('the older name of delete_file answers nothing', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a'), '');
  expect(await call('DeleteFile', { path: 'a' })).toMatchObject({ content: [{ text: '' }] });
  expect(existsSync(join(root, 'a'))).toBe(false);
});
