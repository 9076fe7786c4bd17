import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import {
  createGitHost,
  createRepository,
  openRepository,
  type TestRepository,
} from '../../../test/support/repository.ts';

test('get_git_status answers every kind of change, with names as they are', async () => {
  const { call, repository } = createGitHost();
  const head = repository.commit('first', {
    'a b.txt': 'one\n',
    'line\nbreak': 'one\n',
    grün: 'one\n',
    old: '1\n2\n3\n4\n5\n',
    gone: 'x\n',
    both: 'x\n',
  });
  for (const file of ['a b.txt', 'line\nbreak', 'grün', 'both']) repository.write(file, 'two\n');
  repository.git('add', 'both');
  repository.write('both', 'three\n');
  repository.git('mv', 'old', 'new "name"');
  rmSync(join(repository.path, 'gone'));
  repository.write('fresh dir/file', '');
  expect(dataOf(await call('get_git_status'))).toEqual({
    root: repository.path,
    branch: 'main',
    detached: false,
    head,
    upstream: null,
    ahead: 0,
    behind: 0,
    staged: ['both', 'new "name"'],
    modified: ['a b.txt', 'both', 'grün', 'line\nbreak'],
    deleted: ['gone'],
    renamed: [{ from: 'old', to: 'new "name"' }],
    untracked: ['fresh dir/'],
    conflicted: [],
    clean: false,
    stashes: 0,
    bare: false,
    shallow: false,
    truncated: false,
    raw: porcelainOf(repository),
  });
});

const porcelainOf = ({ path }: TestRepository): string =>
  execFileSync('git', ['-c', 'core.quotePath=false', 'status', '--porcelain'], {
    cwd: path,
    encoding: 'utf8',
  });

test('get_git_status takes the snake_case spelling, repositoryPath, and a directory inside the repository', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { 'sub/file': 'x' });
  for (const args of [{ project_path: 'sub' }, { repositoryPath: 'sub' }, { repository_path: 'sub' }])
    expect(dataOf(await call('get_git_status', args))).toMatchObject({ root: repository.path });
});

test('the older names of get_git_status answer the porcelain', async () => {
  const { call, repository } = createGitHost();
  repository.write('new', 'x');
  for (const name of ['GetStatusAsync', 'get_status']) {
    expect(await call(name, { repositoryPath: repository.path })).toMatchObject({
      content: [{ text: '?? new\n' }],
    });
  }
});

test('a repository without commits, a detached HEAD, a bare one and a shallow clone are answered', async () => {
  const { call, root, repository } = createGitHost();
  expect(dataOf(await call('get_git_status'))).toMatchObject({ branch: 'main', head: null, clean: true });
  repository.commit('first', { a: '1' });
  const head = repository.commit('second', { a: '2' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('clone', '--quiet', '--depth=1', `file://${root}`, 'shallow');
  repository.git('switch', '--quiet', '--detach');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ branch: null, detached: true, head });
  expect(dataOf(await call('get_git_status', { projectPath: 'bare.git' }))).toMatchObject({
    branch: 'main',
    head,
    bare: true,
    clean: true,
  });
  expect(dataOf(await call('get_git_status', { projectPath: 'shallow' }))).toMatchObject({
    shallow: true,
    upstream: 'origin/main',
  });
});

test('an upstream that was deleted is told apart from one that is level', async () => {
  const { call, root, repository } = createGitHost();
  repository.commit('base', { a: '1' });
  repository.git('branch', 'topic');
  repository.git('clone', '--quiet', '--branch=topic', '.', 'copy');
  const copy = openRepository(join(root, 'copy'));
  const level = await call('get_git_status', { projectPath: 'copy' });
  expect(dataOf(level)).not.toHaveProperty('upstreamGone');
  repository.git('branch', '--delete', 'topic');
  copy.git('fetch', '--quiet', '--prune');
  const gone = await call('get_git_status', { projectPath: 'copy' });
  expect(dataOf(gone)).toEqual({ ...dataOf(level), upstreamGone: true });
  expect(gone).toMatchObject({ content: [{ text: '## topic...origin/topic [gone]\nclean' }] });
});

test('the upstream of a branch without commits is not called deleted', async () => {
  const { call, root, repository } = createGitHost();
  repository.git('clone', '--quiet', '.', 'copy');
  openRepository(join(root, 'copy')).git('symbolic-ref', 'HEAD', 'refs/heads/main');
  const status = await call('get_git_status', { projectPath: 'copy' });
  expect(dataOf(status)).toMatchObject({ head: null, upstream: 'origin/main' });
  expect(dataOf(status)).not.toHaveProperty('upstreamGone');
});

test('ahead, behind, stashes, and merges and rebases in progress are told', async () => {
  const { call, root, repository } = createGitHost();
  repository.commit('base', { a: 'base\n' });
  repository.git('clone', '--quiet', '.', 'copy');
  const copy = openRepository(join(root, 'copy'));
  copy.git('config', 'user.name', 'Bob');
  copy.git('config', 'user.email', 'bob@example.com');
  repository.write('.git/info/exclude', 'copy\n');
  repository.commit('theirs', { a: 'theirs\n' });
  copy.commit('ours', { a: 'ours\n' });
  copy.git('fetch', '--quiet');
  copy.write('b', 'x');
  copy.git('stash', 'push', '--quiet', '--include-untracked');
  expect(dataOf(await call('get_git_status', { projectPath: 'copy' }))).toMatchObject({
    upstream: 'origin/main',
    ahead: 1,
    behind: 1,
    stashes: 1,
    clean: true,
  });
  for (const [operation, command] of [
    ['merge', 'merge'],
    ['rebase', 'rebase'],
  ] as const) {
    expect(() => copy.git(command, 'origin/main')).toThrow();
    expect(dataOf(await call('get_git_status', { projectPath: 'copy' }))).toMatchObject({
      operation,
      conflicted: ['a'],
    });
    copy.git(command, '--abort');
  }
});

test('a submodule is answered with its own changes', async () => {
  const { call, root, repository } = createGitHost();
  const library = createRepository(join(root, 'library'));
  library.commit('first', { code: '1' });
  repository.write('.git/info/exclude', 'library\n');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, 'deps/lib');
  repository.commit('with submodule');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ clean: true });
  repository.write('deps/lib/code', '2');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ modified: ['deps/lib'], clean: false });
  repository.git('-C', 'deps/lib', '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qam', 'second');
  repository.write('deps/lib/code', '3');
  repository.git('add', 'deps/lib');
  expect(dataOf(await call('get_git_status'))).toMatchObject({
    staged: ['deps/lib'],
    modified: ['deps/lib'],
    raw: porcelainOf(repository),
  });
  repository.git('rm', '--quiet', '--cached', '--force', 'deps/lib');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ modified: [], raw: porcelainOf(repository) });
});

for (const setting of ['index.version=2', 'index.version=4', 'core.splitIndex=true'])
  test(`a repository that was added as it is, without .gitmodules, is looked into, with ${setting}`, async () => {
    const { call, root, repository } = createGitHost();
    repository.git('config', ...setting.split('='));
    createRepository(join(root, 'a/embedded')).commit('first', { code: '1\n' });
    repository.commit('with all there is', { b: '1\n' });
    repository.write('c', '');
    repository.git('add', 'c');
    expect(repository.git('ls-files', '--stage', 'a')).toMatch(/^160000 /);
    expect(dataOf(await call('get_git_status'))).toMatchObject({ raw: 'A  c\n' });
    repository.write('a/embedded/code', '2\n');
    expect(dataOf(await call('get_git_status'))).toMatchObject({ raw: ' M a/embedded\nA  c\n' });
    expect(dataOf(await call('git_diff'))).toMatchObject({ diff: `${repository.git('diff')}\n` });
  });

test('a submodule of a submodule is not hidden by a second name for it', async () => {
  const { call, root, repository } = createGitHost();
  createRepository(join(root, 'library')).commit('first', { code: '1' });
  const middle = createRepository(join(root, 'middle'));
  const add = (to: TestRepository, from: string, path: string) =>
    to.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(root, from), path);
  repository.write('.git/info/exclude', 'library\nmiddle\n');
  add(middle, 'library', 'inner');
  middle.commit('with submodule');
  add(repository, 'middle', 'mod');
  repository.git(
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'update',
    '--init',
    '--recursive',
  );
  const names = readFileSync(join(root, '.gitmodules'), 'utf8');
  repository.commit('named twice', {
    '.gitmodules': `[submodule "twice"]\n\tpath = mod/inner\n\turl = ./x\n${names}`,
  });
  expect(dataOf(await call('get_git_status'))).toMatchObject({ clean: true });
  repository.write('mod/inner/code', '2');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ raw: ' M mod\n' });
});

test('raw has the order of git: conflicts and submodules among the other paths, untracked ones last', async () => {
  const { call, root, repository } = createGitHost();
  const library = createRepository(join(root, 'library'));
  library.commit('first', { code: '1' });
  repository.write('.git/info/exclude', 'library\n');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, 'h');
  repository.commit('base', { b: 'base\n', d: 'x\n', '\u{ff5e}': 'x\n', '\u{1f600}': 'x\n' });
  repository.git('switch', '--quiet', '--create', 'other');
  repository.commit('theirs', { b: 'theirs\n', c: 'theirs\n' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('ours', { b: 'ours\n', c: 'ours\n' });
  expect(() => repository.git('merge', 'other')).toThrow();
  for (const file of ['a', 'd', 'h/code', '\u{ff5e}', '\u{1f600}']) repository.write(file, 'new\n');
  const { raw } = dataOf(await call('get_git_status'));
  expect(raw).toBe(porcelainOf(repository));
  expect(raw).toBe('UU b\nAA c\n M d\n M h\n M \u{ff5e}\n M \u{1f600}\n?? a\n');
});

test('a place without repository, outside the root, or a link that leads out is refused', async () => {
  const { call, root } = createTestHost();
  const outside = createRepository(temporaryDirectory());
  outside.commit('first', { a: '1' });
  outside.git('worktree', 'add', '--quiet', join(root, 'tree'));
  createRepository(join(root, 'linked'));
  rmSync(join(root, 'linked/.git'), { recursive: true });
  symlinkSync(join(outside.path, '.git'), join(root, 'linked/.git'));
  const borrowing = createRepository(join(root, 'borrowing'));
  borrowing.write('.git/objects/info/alternates', `${outside.path}/.git/objects\n`);
  const parts = createRepository(join(root, 'parts'));
  renameSync(join(parts.path, '.git/refs'), join(parts.path, '.git/refs-was'));
  symlinkSync(join(outside.path, '.git/refs'), join(parts.path, '.git/refs'));
  const codeOf = async (projectPath: string) => {
    const answer = await call('get_git_status', { projectPath });
    return answer.kind === 'result' && !answer.ok ? answer.error.code : 'ok';
  };
  expect(await codeOf('.')).toBe('NOT_FOUND');
  expect(await codeOf('missing')).toBe('NOT_FOUND');
  for (const path of [outside.path, 'tree', 'linked', 'borrowing', 'parts'])
    expect(await codeOf(path), path).toBe('OUTSIDE_ROOT');
});

test('a file that was only announced is among the modified ones', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: 'one\n' });
  repository.write('n', 'new\n');
  repository.git('add', '--intent-to-add', 'n');
  expect(dataOf(await call('get_git_status'))).toMatchObject({
    staged: [],
    modified: ['n'],
    untracked: [],
    clean: false,
    raw: ' A n\n',
  });
});

test.each([
  ['edit', ['1s/^pick/edit/'], '1/4'],
  ['break', ['2s/^/break\\n/'], '2/5'],
  ['exec', ['3s/^/exec false\\n/'], '3/5'],
  ['a failing hook', ['2s/^pick/reword/'], '2/4'],
])('a rebase stopped by %s is told with how far it is', async (_name, [script], progress) => {
  const { call, repository } = createGitHost();
  repository.commit('base', { a: '1' });
  for (const file of ['b', 'c', 'd', 'e']) repository.commit(file, { [file]: '1' });
  repository.write('.git/hooks/commit-msg', '#!/bin/sh\nexit 1\n');
  chmodSync(join(repository.path, '.git/hooks/commit-msg'), 0o755);
  const rebase = [
    '-c',
    `sequence.editor=sed -i '${script}'`,
    '-c',
    'core.editor=true',
    'rebase',
    '-i',
    'HEAD~4',
  ];
  spawnSync('git', rebase, { cwd: repository.path });
  const answer = await call('get_git_status');
  expect(dataOf(answer)).toMatchObject({ operation: 'rebase', progress, branch: null, detached: true });
  expect(answer).toMatchObject({
    content: [{ text: expect.stringContaining(`rebase in progress, step ${progress}`) }],
  });
});

test('a row of cherry-picks is told between two of them, too', async () => {
  const { call, repository } = createGitHost();
  repository.commit('base', { a: 'base\n' });
  repository.git('switch', '--quiet', '--create', 'other');
  for (const word of ['one', 'two']) repository.commit(word, { a: `${word}\n` });
  repository.git('switch', '--quiet', 'main');
  repository.commit('ours', { a: 'ours\n' });
  expect(() => repository.git('cherry-pick', 'other~1', 'other')).toThrow();
  repository.commit('picked', { a: 'picked\n' });
  expect(repository.git('status')).toContain('Cherry-pick currently in progress');
  expect(dataOf(await call('get_git_status'))).toMatchObject({ operation: 'cherry-pick', clean: true });
});
