import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

test('get_file_info tells what the file system knows', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'a.txt');
  writeFileSync(path, 'hello');
  chmodSync(path, 0o640);
  symlinkSync('/etc/hostname', join(root, 'link'));
  const { uid, gid } = statSync(path);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(dataOf(await call('get_file_info', { path }))).toEqual({
    path,
    type: 'file',
    size: 5,
    mode: '0640',
    owner: { uid, gid },
    created: time,
    modified: time,
    accessed: time,
    sha256: hash('sha256', 'hello'),
  });
  expect(dataOf(await call('get_file_info', { path: '.' }))).toMatchObject({ type: 'directory' });
  expect(dataOf(await call('get_file_info', { path: 'link' }))).toMatchObject({
    type: 'symlink',
    symlinkTarget: '/etc/hostname',
  });
});

test('file_exists and directory_exists answer for missing and special files without waiting', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'file'), '');
  writeFileSync(join(root, 'closed'), '', { mode: 0o000 });
  mkdirSync(join(root, 'folder'));
  symlinkSync('file', join(root, 'link'));
  symlinkSync('loop', join(root, 'loop'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  const server = createServer().listen(join(root, 'socket'));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const exists = async (kind: 'file' | 'directory', path: string) => {
    const tool = kind === 'file' ? call('file_exists', { path }) : call('directory_exists', { path });
    return dataOf(await tool);
  };
  expect(await exists('file', 'file')).toEqual({ exists: true, type: 'file' });
  expect(await exists('file', 'closed')).toEqual({ exists: true, type: 'file' });
  expect(await exists('file', 'link')).toEqual({ exists: true, type: 'file' });
  expect(await exists('file', 'folder')).toEqual({ exists: false, type: 'directory' });
  expect(await exists('directory', 'folder')).toEqual({ exists: true, type: 'directory' });
  expect(await exists('directory', '.')).toEqual({ exists: true, type: 'directory' });
  expect(await exists('directory', 'file')).toEqual({ exists: false, type: 'file' });
  for (const kind of ['file', 'directory'] as const) {
    expect(await exists(kind, 'none')).toEqual({ exists: false });
    expect(await exists(kind, 'file/none')).toEqual({ exists: false });
    expect(await exists(kind, 'fifo')).toEqual({ exists: false, type: 'other' });
    expect(await exists(kind, 'socket')).toEqual({ exists: false, type: 'other' });
  }
});

test('nothing tells whether something exists outside', async () => {
  const { call, root } = createFilesHost();
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('/etc/hostname', join(root, 'to-file'));
  symlinkSync('/etc/toolgate-none', join(root, 'to-nothing'));
  symlinkSync('to-nothing', join(root, 'chain'));
  const paths = [
    '/etc/hostname',
    '/etc/none',
    'out/hostname',
    'out/none',
    'to-file',
    'to-nothing',
    'chain',
    '/root/x',
  ];
  for (const tool of ['read_file', 'list_directory', 'file_exists', 'directory_exists', 'create_directory'])
    for (const path of paths) {
      const answer = await call(tool, { path });
      const shown = path.startsWith('/') ? path : join(root, path);
      expect(answer, `${tool} ${path}`).toMatchObject({
        error: { code: 'OUTSIDE_ROOT', message: `${shown} is outside the directories that are open` },
      });
    }
});

test('create_directory makes what is missing, and is content with what is there', async () => {
  const { call, root, codeOf } = createFilesHost();
  const path = join(root, 'a/b/c');
  expect(dataOf(await call('create_directory', { path }))).toEqual({ path, created: true });
  expect(dataOf(await call('create_directory', { path }))).toEqual({ path, created: false });
  expect(statSync(path).isDirectory()).toBe(true);
  writeFileSync(join(root, 'file'), '');
  symlinkSync('nowhere', join(root, 'dangling'));
  expect(await codeOf('create_directory', { path: 'file' })).toBe('CONFLICT');
  expect(await codeOf('create_directory', { path: 'file/x' })).toBe('VALIDATION');
  expect(await codeOf('create_directory', { path: 'dangling/x' })).toBe('NOT_FOUND');
  expect(await codeOf('create_directory', { path: '.git/hooks/x' })).toBe('PROTECTED_PATH');
  expect(existsSync(join(root, 'nowhere'))).toBe(false);
});

test('create_directory is LOW', async () => {
  const { call, host } = createFilesHost({ mode: 'execute_with_confirm' });
  await call('create_directory', { path: 'src' });
  expect(host.approvals.list('pending')).toMatchObject([{ risk: 'LOW' }]);
});

test('the older names answer true, false or nothing', async () => {
  const { call, root } = createFilesHost();
  writeFileSync(join(root, 'a'), '');
  const text = async (tool: string, path: string) => {
    const answer = await call(tool, { path });
    return answer.kind === 'result' && answer.ok ? answer.content[0] : answer;
  };
  expect(await text('FileExists', 'a')).toEqual({ type: 'text', text: 'true' });
  expect(await text('FileExists', 'b')).toEqual({ type: 'text', text: 'false' });
  expect(await text('DirectoryExists', 'a')).toEqual({ type: 'text', text: 'false' });
  expect(await text('CreateDirectory', 'c')).toEqual({ type: 'text', text: '' });
  expect(await text('DirectoryExists', 'c')).toEqual({ type: 'text', text: 'true' });
});

test('what is too long for a name, or leads in a circle, does not exist', async () => {
  const { call, root } = createFilesHost();
  symlinkSync('loop', join(root, 'loop'));
  for (const tool of ['file_exists', 'directory_exists'])
    for (const path of ['n'.repeat(300), 'a/'.repeat(3000), 'loop'])
      expect(dataOf(await call(tool, { path })), path).toEqual({ exists: false });
});
