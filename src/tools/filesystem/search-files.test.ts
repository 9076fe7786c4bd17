import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';

function write(root: string, paths: readonly string[], text = 'x'): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const TREE = [
  ...['a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/c.md', '.github/ci.yml', '.env', 'src/.env.example'],
  ...['build/out.ts', 'node_modules/m/index.ts', 'dist/d.ts', '.git/config.ts', 'keys/server.pem'],
];

test('search_files finds by glob, with and without an index, and leaves out what is ignored', async () => {
  const { call, root } = createTestHost();
  write(root, TREE);
  write(root, ['.gitignore'], 'build/\n');
  const find = async (args: object) => dataOf(await call('search_files', args));
  // The first is answered by ripgrep, which also has the index made; the last ones come from the index.
  for (let i = 0; i < 20; i++) {
    expect(await find({ pattern: '*.ts' })).toEqual({
      files: ['a.ts', 'src/b.ts', 'src/deep/c.ts'],
      truncated: false,
      secretFilesSkipped: 0,
    });
  }
  expect(await find({ pattern: 'src/**/*.{md,ts}', limit: 2 })).toEqual({
    files: ['src/b.ts', 'src/deep/c.md'],
    truncated: true,
    secretFilesSkipped: 0,
  });
  expect(await find({ pattern: '*.yml' })).toMatchObject({ files: ['.github/ci.yml'] });
  expect(await find({ pattern: '*.ts', path: 'src/deep' })).toMatchObject({ files: ['src/deep/c.ts'] });
  expect(await find({ pattern: 'out.ts', path: join(root, 'build') })).toMatchObject({
    files: ['build/out.ts'],
  });
});

test('search_files includes ignored files when asked, but never git and never secrets', async () => {
  const { call, root } = createTestHost();
  write(root, TREE);
  write(root, ['.gitignore'], 'build/\n');
  expect(dataOf(await call('search_files', { pattern: '**', includeIgnored: true }))).toEqual({
    files: [
      ...['.github/ci.yml', '.gitignore', 'a.ts', 'build/out.ts', 'dist/d.ts', 'node_modules/m/index.ts'],
      ...['src/.env.example', 'src/b.ts', 'src/deep/c.md', 'src/deep/c.ts'],
    ],
    truncated: false,
    secretFilesSkipped: 2,
  });
  const answer = await call('search_files', { pattern: '.env*' });
  expect(answer).toMatchObject({ content: [{ text: 'src/.env.example\n1 secret-like file not shown' }] });
});

test('search_files is never behind what happened before the call', async () => {
  const { call, root } = createTestHost();
  write(root, ['a.txt']);
  await call('search_files', { pattern: '*' });
  for (let i = 0; i < 50; i++) {
    write(root, [`folder-${i % 3}/new-${i}.txt`]);
    const { files } = dataOf(await call('search_files', { pattern: 'new-*.txt' }));
    expect(files).toEqual([`folder-${i % 3}/new-${i}.txt`]);
    rmSync(join(root, `folder-${i % 3}`), { recursive: true });
  }
});

test('search_files shows nothing of what a link leads to and keeps out of our own data', async () => {
  const { call, root } = createTestHost();
  write(root, ['real/a.ts']);
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync('real', join(root, 'alias'));
  expect(dataOf(await call('search_files', { pattern: '**' }))).toMatchObject({ files: ['real/a.ts'] });
  expect(dataOf(await call('search_files', { pattern: '*', path: 'alias' }))).toMatchObject({
    files: ['alias/a.ts'],
  });
  expect(await call('search_files', { pattern: '*', path: 'out' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
});

test('search_files refuses what it cannot search', async () => {
  const { call, root } = createTestHost();
  write(root, ['a.ts']);
  for (const [args, code] of [
    [{ pattern: '*', path: '/etc' }, 'OUTSIDE_ROOT'],
    [{ pattern: '*', path: `${root}-evil` }, 'OUTSIDE_ROOT'],
    [{ pattern: '*', path: 'missing' }, 'NOT_FOUND'],
    [{ pattern: '*', path: 'a.ts' }, 'VALIDATION'],
    [{ pattern: '[a' }, 'VALIDATION'],
    [{ pattern: '../*' }, 'VALIDATION'],
    [{ pattern: '/etc/*' }, 'VALIDATION'],
    [{ pattern: '' }, 'VALIDATION'],
    [{ pattern: '*', limit: 0 }, 'VALIDATION'],
  ] as const) {
    expect(await call('search_files', args), JSON.stringify(args)).toMatchObject({ error: { code } });
  }
});

test('searches mind the rules of git as git does: each repository its own, and what its user excludes', async () => {
  const { call, root } = createTestHost();
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', join(root, folder), ...args], { stdio: 'ignore' });
  write(root, ['a.txt', 'a.log', 'a.mine', 'lib/src/b.log', 'lib/src/b.txt', 'lib/b.out'], 'needle');
  write(root, ['.gitignore'], '*.log\nlib/\nworktree/\n');
  write(root, ['lib/.gitignore'], '*.out\n');
  for (const folder of ['.', 'lib']) git(folder, 'init', '-q');
  write(root, ['.git/info/exclude'], '*.mine\n');
  git('.', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'a');
  git('.', 'worktree', 'add', '-q', 'worktree');
  write(root, ['worktree/c.mine', 'worktree/c.log'], 'needle');
  const found = async (path: string) => {
    const { files } = dataOf(await call('search_files', { pattern: '*.{txt,log,mine,out}', path }));
    const { matches } = dataOf(await call('search_text', { query: 'needle', path }));
    expect((matches as { path: string }[]).map((match) => match.path)).toEqual(files);
    return files;
  };
  // The first search asks ripgrep, and has an index made for the others.
  for (let round = 0; round < 4; round++) {
    expect(await found('.')).toEqual(['a.txt']);
    expect(await found('lib')).toEqual(['lib/src/b.log', 'lib/src/b.txt']);
    expect(await found('lib/src')).toEqual(['lib/src/b.log', 'lib/src/b.txt']);
    expect(await found('worktree')).toEqual(['worktree/c.log']);
  }
  write(root, ['.git/info/exclude'], '');
  expect(await found('.')).toEqual(['a.mine', 'a.txt']);
});

test('a repository in a directory that is none is searched without the rules around it', async () => {
  const { call, root } = createTestHost();
  write(root, ['.gitignore'], '*\n');
  write(root, ['repository/.git/HEAD', 'repository/a.txt', 'plain/a.txt']);
  const found = async (path: string) => dataOf(await call('search_files', { pattern: '*.txt', path })).files;
  for (let round = 0; round < 4; round++) {
    expect(await found('repository')).toEqual(['repository/a.txt']);
    expect(await found('plain')).toEqual([]);
    expect(await found('.')).toEqual([]);
  }
});
