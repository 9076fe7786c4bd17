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
  expect(answer).toMatchObject({ content: [{ text: 'src/.env.example\n1 secret-like files not shown' }] });
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
