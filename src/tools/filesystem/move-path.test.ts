import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFilesHost } from '../../../test/support/files.ts';
import { dataOf } from '../../../test/support/host.ts';

const text = (path: string): string => readFileSync(path, 'utf8');

test('move_path moves files, links and directories, making what is missing above', async () => {
  const { call, root } = createFilesHost();
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'folder/a.txt'), 'a', { mode: 0o600 });
  symlinkSync('/etc/hostname', join(root, 'link'));
  expect(dataOf(await call('move_path', { from: 'folder', to: 'x/y' }))).toEqual({
    from: join(root, 'folder'),
    to: join(root, 'x/y'),
  });
  dataOf(await call('move_path', { from: 'x/y/a.txt', to: 'b.txt' }));
  dataOf(await call('move_path', { from: 'link', to: 'link2' }));
  expect(text(join(root, 'b.txt'))).toBe('a');
  expect(statSync(join(root, 'b.txt')).mode & 0o777).toBe(0o600);
  expect(readlinkSync(join(root, 'link2'))).toBe('/etc/hostname');
  expect(existsSync(join(root, 'folder'))).toBe(false);
});

test('copy_path copies files and whole directories', async () => {
  const { call, root } = createFilesHost();
  mkdirSync(join(root, 'folder/sub'), { recursive: true });
  writeFileSync(join(root, 'folder/run.sh'), 'a', { mode: 0o755 });
  writeFileSync(join(root, 'folder/sub/b.txt'), 'b');
  symlinkSync('run.sh', join(root, 'folder/link'));
  dataOf(await call('copy_path', { from: 'folder/run.sh', to: 'copy.sh' }));
  expect(statSync(join(root, 'copy.sh')).mode & 0o777).toBe(0o755);
  dataOf(await call('copy_path', { from: 'folder', to: 'other' }));
  expect(text(join(root, 'other/sub/b.txt'))).toBe('b');
  expect(readlinkSync(join(root, 'other/link'))).toBe('run.sh');
  expect(text(join(root, 'folder/run.sh'))).toBe('a');
  writeFileSync(join(root, 'plain'), 'p', { mode: 0o644 });
  dataOf(await call('copy_path', { from: 'plain', to: 'other/link', overwrite: true }));
  expect(lstatSync(join(root, 'other/link')).mode & 0o777).toBe(0o644);
  expect(text(join(root, 'other/run.sh'))).toBe('a');
});

test('a copy that comes across a pipe or a socket names it and says what to do', async () => {
  const { call, root } = createFilesHost();
  mkdirSync(join(root, 'folder/sub'), { recursive: true });
  writeFileSync(join(root, 'folder/a'), 'a');
  const copy = () => call('copy_path', { from: 'folder', to: 'copy' });
  const refusal = (path: string, what: string) => ({
    error: {
      code: 'VALIDATION',
      message: `${path} is ${what}, which cannot be copied`,
      hint: `Nothing was copied. If nothing uses ${path}, remove it (shell_execute and rm); else copy what lies beside it one by one.`,
    },
  });
  const fifo = join(root, 'folder/sub/fifo');
  execFileSync('mkfifo', [fifo]);
  expect(await copy()).toMatchObject(refusal(fifo, 'a named pipe'));
  expect(await call('delete_file', { path: fifo })).toMatchObject({
    error: { code: 'VALIDATION', hint: expect.stringContaining('shell_execute and rm') },
  });
  rmSync(fifo);
  const socket = join(root, 'folder/sub/socket');
  const server = createServer().listen(socket);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await copy()).toMatchObject(refusal(socket, 'a socket'));
  expect(readdirSync(root)).toEqual(['folder']);
});

test.each(['move_path', 'copy_path'])(
  '%s replaces a file only if it is told to, and never a directory',
  async (tool) => {
    const { call, root, codeOf } = createFilesHost();
    writeFileSync(join(root, 'a'), 'new');
    writeFileSync(join(root, 'b'), 'old');
    mkdirSync(join(root, 'folder'));
    mkdirSync(join(root, 'other'));
    expect(await codeOf(tool, { from: 'a', to: 'b' })).toBe('CONFLICT');
    expect(text(join(root, 'b'))).toBe('old');
    expect(await codeOf(tool, { from: 'a', to: 'folder', overwrite: true })).toBe('CONFLICT');
    expect(await codeOf(tool, { from: 'other', to: 'b', overwrite: true })).toBe('CONFLICT');
    dataOf(await call(tool, { from: 'a', to: 'b', overwrite: true }));
    expect(text(join(root, 'b'))).toBe('new');
  },
);

test.each(['move_path', 'copy_path'])(
  '%s refuses what lies outside, is missing, protected or inside itself',
  async (tool) => {
    const { codeOf, root } = createFilesHost();
    mkdirSync(join(root, 'folder'));
    mkdirSync(join(root, 'hooks/editor'), { recursive: true });
    writeFileSync(join(root, 'hooks/editor/tasks.json'), '{}');
    writeFileSync(join(root, 'a'), '');
    symlinkSync('/etc', join(root, 'out'));
    const refusals: [string, string, string][] = [
      ['/etc/hostname', 'x', 'OUTSIDE_ROOT'],
      ['a', '/etc/x', 'OUTSIDE_ROOT'],
      ['a', 'out/x', 'OUTSIDE_ROOT'],
      ['out/hostname', 'x', 'OUTSIDE_ROOT'],
      ['out/none', 'x', 'OUTSIDE_ROOT'],
      ['none', 'x', 'NOT_FOUND'],
      ['folder', 'folder/x', 'VALIDATION'],
      ['a', '.git/hooks/pre-commit', 'PROTECTED_PATH'],
      ['hooks/editor', '.vscode', 'PROTECTED_PATH'],
      ['a', '.', 'PROTECTED_PATH'],
    ];
    for (const [from, to, code] of refusals)
      expect(await codeOf(tool, { from, to }), `${from} -> ${to}`).toBe(code);
    expect(existsSync(join(root, '.vscode'))).toBe(false);
    expect(lstatSync(join(root, 'a')).isFile()).toBe(true);
  },
);

test('moving or copying is asked about, and what leaves a secret file takes its risk', async () => {
  const { call, host, root } = createFilesHost({ mode: 'execute_with_confirm' });
  for (const name of ['a', '.env']) writeFileSync(join(root, name), 'x');
  await call('move_path', { from: 'a', to: 'b' });
  await call('move_path', { from: '.env', to: 'c' });
  await call('copy_path', { from: '.env', to: 'd' });
  expect(host.approvals.list('pending').map(({ risk, card }) => [risk, card.preview])).toEqual(
    expect.arrayContaining([
      ['MEDIUM', 'a -> b'],
      ['HIGH', '.env -> c'],
      ['MEDIUM', '.env is copied to d'],
    ]),
  );
});

test('a failed copy of a directory leaves nothing behind', async () => {
  const { codeOf, root } = createFilesHost();
  mkdirSync(join(root, 'folder/sub'), { recursive: true });
  writeFileSync(join(root, 'folder/sub/a'), 'a');
  execFileSync('mkfifo', [join(root, 'folder/z-fifo')]);
  expect(await codeOf('copy_path', { from: 'folder', to: 'copy' })).toBe('VALIDATION');
  expect(readdirSync(root)).toEqual(['folder']);
});

test.each(['move_path', 'copy_path'])(
  '%s says why a name is taken, also where overwrite was set',
  async (tool) => {
    const { call, root } = createFilesHost();
    for (const name of ['dir', 'other']) mkdirSync(join(root, name));
    writeFileSync(join(root, 'file'), '1');
    const refused = async (from: string, to: string) => {
      const answer = await call(tool, { from, to, overwrite: true });
      return answer.kind === 'result' && !answer.ok ? [answer.error.message, answer.error.hint] : answer;
    };
    const taken = (name: string) => `${join(root, name)} exists already`;
    const isDirectory = 'Directories are not overwritten; choose another name.';
    expect(await refused('file', 'dir')).toEqual([taken('dir'), isDirectory]);
    expect(await refused('other', 'dir')).toEqual([taken('dir'), isDirectory]);
    expect(await refused('dir', 'file')).toEqual([
      taken('file'),
      'A directory overwrites nothing; choose another name.',
    ]);
    const again = 'Choose another name.';
    expect(await refused('file', './file')).toEqual([`from and to are both ${join(root, 'file')}`, again]);
    expect(await refused('dir', 'dir/in')).toEqual([
      `${join(root, 'dir/in')} lies in ${join(root, 'dir')}`,
      again,
    ]);
  },
);

test.each(['move_path', 'copy_path'])(
  '%s sees through links that from and to are one place',
  async (tool) => {
    const { call, root } = createFilesHost();
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'folder/a'), 'precious');
    symlinkSync('folder', join(root, 'link'));
    const one = join(root, 'folder/a');
    expect(await call(tool, { from: 'folder/a', to: 'link/a', overwrite: true })).toMatchObject({
      error: { code: 'VALIDATION', message: `from and to are both ${one}` },
    });
    expect(text(one)).toBe('precious');
    expect(await call(tool, { from: 'folder', to: 'link/in/itself' })).toMatchObject({
      error: {
        code: 'VALIDATION',
        message: `${join(root, 'folder/in/itself')} lies in ${join(root, 'folder')}`,
      },
    });
    expect(readdirSync(join(root, 'folder'))).toEqual(['a']);
  },
);

test('what is deeper than a path may be long is said by its place, and stays', async () => {
  const { call, root } = createFilesHost();
  const name = 'd'.repeat(200);
  // Each directory is made in a short place and takes in those before it, as no path could name the last one.
  mkdirSync(join(root, 'deep'));
  for (let i = 0; i < 25; i++) {
    mkdirSync(join(root, 'around'));
    renameSync(join(root, 'deep'), join(root, 'around', name));
    renameSync(join(root, 'around'), join(root, 'deep'));
  }
  const message = expect.stringMatching(/deep\/d{200}\/d+\.\.\. is longer than a path may be$/);
  expect(await call('copy_path', { from: 'deep', to: 'copy' })).toMatchObject({ error: { message } });
  const listed = dataOf(await call('list_directory', { path: 'deep', recursive: true }));
  expect(listed.note).toMatch(/^Not looked into: d{200}\/.* \(VALIDATION\)$/);
  expect(readdirSync(root)).toEqual(['deep']);
});

test('copies of directories into one place at the same time do not meet', async () => {
  const { call, root } = createFilesHost();
  mkdirSync(join(root, 'folder'));
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, 'folder', name), name);
  const copies = Array.from({ length: 12 }, (_, i) => `copy-${i}`);
  const answers = await Promise.all(copies.map((to) => call('copy_path', { from: 'folder', to })));
  for (const answer of answers) dataOf(answer);
  for (const copy of copies) expect(readdirSync(join(root, copy))).toEqual(['a', 'b', 'c']);
  expect(readdirSync(root)).toHaveLength(13);
});

test('a copy of a directory removes what a killed one left beside it, once that is surely over', async () => {
  const { call, root } = createFilesHost();
  const left = join(root, `.toolgate-${'0a'.repeat(12)}.tmp`);
  mkdirSync(join(left, 'sub/read-only'), { recursive: true });
  writeFileSync(join(left, 'sub/read-only/a'), 'a');
  chmodSync(join(left, 'sub/read-only'), 0o555);
  // The times of what it is a copy of, which say nothing of when it was made.
  utimesSync(join(left, 'sub'), 1, 1);
  symlinkSync('nowhere', join(root, `.toolgate-${'0b'.repeat(12)}.tmp`));
  mkdirSync(join(root, '.toolgate-mine.tmp'));
  mkdirSync(join(root, 'folder'));
  dataOf(await call('copy_path', { from: 'folder', to: 'first' }));
  expect(readdirSync(root)).toHaveLength(5);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 });
  onTestFinished(() => void vi.useRealTimers());
  dataOf(await call('copy_path', { from: 'folder', to: 'second' }));
  expect(readdirSync(root).sort()).toEqual(['.toolgate-mine.tmp', 'first', 'folder', 'second']);
});

test('a copy has holes where the file has them', async () => {
  const { call, root } = createFilesHost();
  const path = join(root, 'folder/sparse.img');
  mkdirSync(join(root, 'folder'));
  writeFileSync(path, 'start');
  truncateSync(path, 50_000_000);
  appendFileSync(path, 'end');
  truncateSync(path, 60_000_000);
  dataOf(await call('copy_path', { from: path, to: 'one.img' }));
  dataOf(await call('copy_path', { from: 'folder', to: 'all' }));
  for (const copy of ['one.img', 'all/sparse.img'].map((name) => join(root, name))) {
    expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
    expect(statSync(copy).blocks * 512).toBeLessThan(5_000_000);
  }
});
