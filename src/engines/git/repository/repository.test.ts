import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { temporaryDirectory, until } from '../../../../test/support/program.ts';
import { callAllowed, codeOf, createGitHost, createRepository } from '../../../../test/support/repository.ts';

/** A repository inside the root, and one outside that nobody opened. */
function createPair() {
  const { call, root } = createTestHost();
  const outside = createRepository(temporaryDirectory());
  const hash = outside.commit('private', { 'private.txt': 'private words\n' });
  const inside = createRepository(join(root, 'inside'));
  inside.commit('public', { a: 'public\n' });
  const status = () => call('get_git_status', { projectPath: inside.path });
  return { call, root, outside, hash, inside, status };
}

const ESCAPES: Readonly<Record<string, (inside: string, outside: string) => void>> = {
  'a .git file': (inside, outside) => {
    rmSync(join(inside, '.git'), { recursive: true });
    writeFileSync(join(inside, '.git'), `gitdir: ${outside}/.git\n`);
  },
  'a .git link': (inside, outside) => {
    rmSync(join(inside, '.git'), { recursive: true });
    symlinkSync(join(outside, '.git'), join(inside, '.git'));
  },
  'a common directory': (inside, outside) =>
    writeFileSync(join(inside, '.git/commondir'), `${outside}/.git\n`),
  'a common directory whose name ends with a blank': (inside, outside) => {
    cpSync(join(inside, '.git'), join(inside, 'common'), { recursive: true });
    symlinkSync(join(outside, '.git'), join(inside, 'common '));
    writeFileSync(join(inside, '.git/commondir'), '../common \n');
  },
  'borrowed objects': (inside, outside) =>
    writeFileSync(join(inside, '.git/objects/info/alternates'), `${outside}/.git/objects\n`),
  'borrowed objects in quotes': (inside, outside) =>
    writeFileSync(join(inside, '.git/objects/info/alternates'), `"${outside}/.git/objects"\n`),
  'borrowed objects before a NUL': (inside, outside) =>
    writeFileSync(join(inside, '.git/objects/info/alternates'), `${outside}/.git/objects\0/../../x\n`),
  'a linked pack directory': (inside, outside) => {
    rmSync(join(inside, '.git/objects/pack'), { recursive: true });
    symlinkSync(join(outside, '.git/objects/pack'), join(inside, '.git/objects/pack'));
  },
  'a linked pack': (inside, outside) =>
    symlinkSync(join(outside, '.git/objects/pack/x.pack'), join(inside, '.git/objects/pack/x.pack')),
  'a linked directory of objects': (inside, outside) => {
    rmSync(join(inside, '.git/objects/aa'), { recursive: true, force: true });
    symlinkSync(join(outside, '.git/objects/aa'), join(inside, '.git/objects/aa'));
  },
  'a linked configuration': (inside, outside) => {
    rmSync(join(inside, '.git/config'));
    symlinkSync(join(outside, '.git/config'), join(inside, '.git/config'));
  },
  'a linked exclude file': (inside, outside) => {
    rmSync(join(inside, '.git/info/exclude'), { force: true });
    mkdirSync(join(inside, '.git/info'), { recursive: true });
    symlinkSync(join(outside, 'private.txt'), join(inside, '.git/info/exclude'));
  },
};

test.each(Object.entries(ESCAPES))('%s that leads out of the root is refused', async (_name, leadOut) => {
  const { inside, outside, status } = createPair();
  // Long enough after the last change that what was found is kept, and must not be trusted for ever.
  const startedAt = Date.now();
  await until('a moment to pass', () => Date.now() - startedAt > 60);
  expect(dataOf(await status())).toMatchObject({ clean: true });
  leadOut(inside.path, outside.path);
  expect(codeOf(await status())).toMatch(/^(OUTSIDE_ROOT|VALIDATION)$/);
});

test('objects borrowed from another open repository, worktrees and submodules inside the root are fine', async () => {
  const { call, root, inside } = createPair();
  execFileSync('git', ['clone', '--quiet', '--shared', inside.path, join(root, 'shared')]);
  inside.git('worktree', 'add', '--quiet', join(root, 'tree'));
  for (const projectPath of ['shared', 'tree'])
    expect(dataOf(await call('get_git_status', { projectPath }))).toMatchObject({ clean: true });
});

test('a submodule that leads back to its repository is looked at once', async () => {
  const { inside, status } = createPair();
  symlinkSync('.', join(inside.path, 'loop'));
  inside.commit('loops', {
    '.gitmodules': ['.', 'loop', 'loop/loop', '../inside', 'x/..']
      .map((path, i) => `[submodule "${i}"]\n\tpath = ${path}\n\turl = ./x\n`)
      .join(''),
  });
  expect(dataOf(await status())).toMatchObject({ clean: true });
});

test('special files where git keeps names are refused at once', async () => {
  const { inside, status } = createPair();
  execFileSync('mkfifo', [join(inside.path, '.git/commondir')]);
  expect(codeOf(await status())).toBe('VALIDATION');
});

test('a repository that begins above the root is not found', async () => {
  const { call } = createTestHost();
  expect(codeOf(await call('git_log'))).toBe('NOT_FOUND');
  const above = createRepository(temporaryDirectory());
  above.commit('first', { 'sub/a': '1' });
  renameSync(join(above.path, 'sub'), join(above.path, 'moved'));
  expect(codeOf(await call('git_log', { repositoryPath: join(above.path, 'moved') }))).toBe('OUTSIDE_ROOT');
});

test('git_add does not go through a link, and add_worktree not through one either', async () => {
  const host = createGitHost();
  const { call, root, repository } = host;
  repository.commit('first', { a: '1' });
  const outside = temporaryDirectory();
  writeFileSync(join(outside, 'private.txt'), 'private words\n');
  symlinkSync(outside, join(root, 'link'));
  expect(codeOf(await call('git_add', { files: 'link/private.txt' }))).not.toMatch(/^no error/);
  const { answer } = await callAllowed(host, 'add_worktree', { branch: 'x', path: 'link/x' });
  expect(codeOf(answer)).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('add_worktree', { branch: 'x', path: 'a\nb' }))).toBe('VALIDATION');
});

test('a repository borrows from a store that borrows, and not from one after another without end', async () => {
  const { call, root } = createGitHost();
  const borrow = (name: string, from: string): void => {
    for (const part of ['objects/info', 'refs']) mkdirSync(join(root, name, part), { recursive: true });
    writeFileSync(join(root, name, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(root, name, 'config'), '[core]\n\tbare = true\n');
    writeFileSync(join(root, name, 'objects/info/alternates'), from);
  };
  const source = createRepository(join(root, 'source'));
  const hash = source.commit('first', { a: '1' });
  borrow('near', '../../source/.git/objects\n');
  borrow('far', '../../near/objects\n');
  const log = (name: string) => call('git_log', { repositoryPath: name, ref: hash });
  expect(dataOf(await log('far'))).toMatchObject({ commits: [{ hash }] });
  const missing = Array.from({ length: 10_000 }, (_, i) => `q${i}\n`).join('');
  for (let i = 0; i < 40; i++) borrow(`many/m${i}`, `../../m${(i + 1) % 40}/objects\n${missing}`);
  const startedAt = performance.now();
  expect(codeOf(await log('many/m0'))).toBe('TOO_LARGE');
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
