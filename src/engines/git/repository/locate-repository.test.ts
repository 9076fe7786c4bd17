import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { callAllowed, codeOf, createGitHost, createRepository } from '../../../../test/support/repository.ts';

test('a path inside .git is answered for the repository it belongs to', async () => {
  const { call, root, repository } = createGitHost();
  createRepository(join(root, 'library')).commit('first', { code: '1\n' });
  repository.write('.git/info/exclude', 'library\n');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './library', 'deps/lib');
  repository.commit('with submodule', { a: '1\n' });
  repository.write('a', '2\n');
  for (const [projectPath, top] of Object.entries({
    '.git': root,
    '.git/hooks': root,
    '.git/HEAD': root,
    '.git/modules/deps/lib': join(root, 'deps/lib'),
    '.git/modules/deps/lib/refs': join(root, 'deps/lib'),
  }))
    expect(dataOf(await call('get_git_status', { projectPath })), projectPath).toMatchObject({
      root: top,
      bare: false,
    });
  expect(dataOf(await call('git_diff', { repositoryPath: '.git', paths: ['a'] }))).toMatchObject({
    files: [{ path: 'a' }],
  });
});

test('a directory of git whose files are elsewhere is refused, unless both name each other', async () => {
  const { call, root } = createTestHost();
  const repository = createRepository(join(root, 'files'), `--separate-git-dir=${join(root, 'kept')}`);
  repository.commit('first', { a: '1\n' });
  const other = createRepository(join(root, 'other'));
  const statusOf = (projectPath: string) => call('get_git_status', { projectPath });
  expect(dataOf(await statusOf('files'))).toMatchObject({ root: repository.path, clean: true });
  expect(await statusOf('kept')).toMatchObject({
    error: { code: 'VALIDATION', hint: 'Name a directory of its working tree.' },
  });
  execFileSync('git', ['config', '--file', join(root, 'kept/config'), 'core.worktree', other.path]);
  expect(codeOf(await statusOf('kept'))).toBe('VALIDATION');
  execFileSync('git', ['config', '--file', join(root, 'kept/config'), 'core.worktree', '/etc']);
  expect(codeOf(await statusOf('kept'))).toBe('OUTSIDE_ROOT');
});

test('a bare repository that a .git file leads to has no files, only worktrees', async () => {
  const host = createTestHost();
  const { call, root } = host;
  const source = createRepository(join(root, 'source'));
  source.commit('first', { a: '1\n' });
  source.git('clone', '--quiet', '--bare', '.', join(root, 'project/.bare'));
  writeFileSync(join(root, 'project/.git'), 'gitdir: ./.bare\n');
  expect(dataOf(await call('get_git_status', { projectPath: 'project' }))).toMatchObject({
    bare: true,
    deleted: [],
  });
  expect(codeOf(await call('git_diff', { repositoryPath: 'project' }))).toBe('CONFLICT');
  expect(dataOf(await call('git_log', { repositoryPath: 'project' }))).toMatchObject({
    commits: [{ subject: 'first' }],
  });
  const path = join(root, 'project/side');
  const { answer } = await callAllowed(host, 'add_worktree', {
    projectPath: 'project',
    branch: 'side',
    path,
  });
  expect(dataOf(answer)).toMatchObject({ path, branch: 'side' });
  expect(dataOf(await call('get_git_status', { projectPath: path }))).toMatchObject({
    branch: 'side',
    bare: false,
    clean: true,
  });
});
