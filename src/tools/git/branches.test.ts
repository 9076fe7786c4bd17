import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { callAllowed, codeOf, createGitHost, createRepository } from '../../../test/support/repository.ts';

test('git_create_branch creates a branch where it is told to', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  const first = repository.commit('first', { a: '1' });
  repository.commit('second', { a: '2' });
  expect(codeOf(await call('git_create_branch', { name: 'feature/ü' }))).toBe('APPROVAL_PENDING');
  const { answer } = await callAllowed(host, 'git_create_branch', {
    name: 'feature/x',
    startPoint: 'HEAD~1',
  });
  expect(dataOf(answer)).toEqual({ branch: 'feature/x', hash: first });
  const again = await callAllowed(host, 'git_create_branch', { name: 'feature/x' });
  expect(codeOf(again.answer)).toBe('CONFLICT');
  for (const name of ['-D', 'a..b', 'a b', 'x.lock', '/a', 'a/', '@', 'a~1', 'a:b'])
    expect(codeOf(await call('git_create_branch', { name })), name).toBe('VALIDATION');
});

test('git_switch changes branches, creates them, and keeps local changes safe', async () => {
  const host = createGitHost();
  const { repository } = host;
  const switchTo = async (args: object) => (await callAllowed(host, 'git_switch', args)).answer;
  const first = repository.commit('first', { a: 'one\n' });
  expect(dataOf(await switchTo({ branch: 'feature', create: true }))).toEqual({
    branch: 'feature',
    detached: false,
    head: first,
  });
  repository.commit('second', { a: 'two\n' });
  expect(dataOf(await switchTo({ branch: 'main' }))).toMatchObject({ branch: 'main', head: first });
  expect(dataOf(await switchTo({ branch: 'feature~1', detach: true }))).toMatchObject({
    branch: null,
    detached: true,
  });
  repository.write('a', 'mine\n');
  expect(codeOf(await switchTo({ branch: 'feature' }))).toBe('CONFLICT');
  repository.git('checkout', '--quiet', 'a');
  expect(await switchTo({ branch: 'mian' })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: 'Did you mean "main"?' },
  });
  expect(codeOf(await host.call('git_switch', { branch: '--orphan' }))).toBe('VALIDATION');
  expect(await host.call('git_switch', { branch: 'x', create: true, detach: true })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('does not go together with create') },
  });
});

test('git_stash puts changes aside, lists them, takes them back and throws them away', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  const stash = async (args: object) => (await callAllowed(host, 'git_stash', args)).answer;
  repository.commit('first', { a: 'one\n' });
  expect(dataOf(await call('git_stash', { action: 'list' }))).toEqual({ stashes: [] });
  expect(codeOf(await stash({}))).toBe('CONFLICT');
  repository.write('a', 'two\n');
  repository.write('new', 'x');
  expect(dataOf(await stash({ message: '-m tricky', includeUntracked: true }))).toMatchObject({
    stashes: [{ index: 0, message: 'On main: -m tricky' }],
  });
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(dataOf(await call('git_stash', { action: 'list' }))).toMatchObject({ stashes: [{ index: 0 }] });
  expect(codeOf(await stash({ action: 'pop', index: 3 }))).toBe('NOT_FOUND');
  expect(await stash({ paths: ['no*ne'] })).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining("pathspec 'no*ne'") },
  });
  expect(dataOf(await stash({ action: 'apply' }))).toMatchObject({ stashes: [{ index: 0 }] });
  expect(repository.git('status', '--porcelain')).toBe(' M a\n?? new');
  const dropped = await callAllowed(host, 'git_stash', { action: 'drop' });
  expect(dropped.card).toMatchObject({ risk: 'HIGH' });
  expect(dataOf(dropped.answer)).toEqual({ stashes: [] });
});

test('a stash, a new branch and a new worktree need a first commit, and say so', async () => {
  const host = createGitHost();
  host.repository.write('a', 'x');
  host.repository.git('add', 'a');
  for (const [tool, args] of [
    ['git_stash', {}],
    ['git_create_branch', { name: 'side' }],
    ['add_worktree', { branch: 'side' }],
  ] as const)
    expect((await callAllowed(host, tool, args)).answer, tool).toMatchObject({
      error: { code: 'NOT_FOUND', hint: 'There are no commits yet; git_commit makes the first.' },
    });
});

test('git_switch during a merge says what to finish first', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: '1' });
  repository.git('switch', '--quiet', '--create', 'side');
  repository.commit('side', { a: '2' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('main', { a: '3' });
  expect(() => repository.git('merge', 'side')).toThrow();
  const { answer } = await callAllowed(host, 'git_switch', { branch: 'side' });
  expect(answer).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('git_commit finishes a merge') },
  });
});

test('a stash that conflicts says so and is kept', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: 'one\n' });
  repository.write('a', 'stashed\n');
  repository.git('stash', 'push', '--quiet');
  repository.commit('second', { a: 'other\n' });
  const { answer } = await callAllowed(host, 'git_stash', { action: 'pop' });
  expect(codeOf(answer)).toBe('CONFLICT');
  expect(repository.git('stash', 'list')).not.toBe('');
});

test('what git refuses comes with what to do next', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  repository.commit('first', { a: 'one\n' });
  for (const tag of ['v1', 'twice']) repository.git('tag', tag);
  repository.git('branch', 'twice');
  repository.git('update-ref', 'refs/remotes/origin/far', 'HEAD');
  repository.git('branch', 'side');
  repository.git('worktree', 'add', '--quiet', 'tree', 'side');
  for (const [tool, args, code, hint] of [
    ['git_switch', { branch: 'v1' }, 'VALIDATION', 'detach:true'],
    ['git_switch', { branch: 'origin/far' }, 'VALIDATION', 'detach:true'],
    ['git_switch', { branch: 'side' }, 'CONFLICT', 'list_worktrees'],
    ['git_switch', { branch: 'main', create: true }, 'CONFLICT', 'without create'],
    ['git_create_branch', { name: 'main' }, 'CONFLICT', 'another name'],
    ['git_create_branch', { name: 'HEAD' }, 'VALIDATION', 'another name'],
    ['git_create_branch', { name: 'x', startPoint: 'twice' }, 'VALIDATION', 'heads/NAME'],
    ['git_log', { ref: '@{upstream}' }, 'NOT_FOUND', 'git_list_branches'],
    ['git_log', { ref: 'main@{99}' }, 'NOT_FOUND', 'git_list_branches'],
    ['git_show', { path: '.' }, 'VALIDATION', 'not a directory'],
    ['git_add', { files: 'none' }, 'NOT_FOUND', 'get_git_status'],
    ['git_log', { repositoryPath: 'none' }, 'NOT_FOUND', 'list_directory'],
  ] as const) {
    const { answer } = await callAllowed(host, tool, args);
    expect(answer, tool).toMatchObject({ error: { code, hint: expect.stringContaining(hint) } });
  }
  expect(dataOf(await call('git_current_branch'))).toMatchObject({ branch: 'main' });
});

test('a stash whose untracked files are there again says what may have been restored', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: 'one\n' });
  repository.write('a', 'two\n');
  repository.write('new', 'x');
  repository.git('stash', 'push', '--quiet', '--include-untracked');
  repository.write('new', 'in the way');
  const { answer } = await callAllowed(host, 'git_stash', { action: 'pop' });
  expect(answer).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('the stash is kept') },
  });
  expect(repository.git('stash', 'list')).not.toBe('');
});

test('a branch that is called HEAD does not hide which one is checked out', async () => {
  const { call, repository } = createGitHost();
  const first = repository.commit('first', { a: '1' });
  const head = repository.commit('second', { a: '2' });
  repository.git('update-ref', 'refs/heads/HEAD', first);
  expect(dataOf(await call('git_current_branch'))).toEqual({ branch: 'main', detached: false, head });
  repository.git('checkout', '--quiet', '--detach', 'main');
  expect(dataOf(await call('git_current_branch'))).toEqual({ branch: null, detached: true, head });
});

test('git_create_branch tells a name that would be a directory of another', async () => {
  const host = createGitHost();
  host.repository.commit('first', { a: '1' });
  const { answer } = await callAllowed(host, 'git_create_branch', { name: 'main/x' });
  expect(answer).toMatchObject({
    error: { code: 'CONFLICT', hint: 'One name would be a directory inside the other; give another name.' },
  });
});

test('git_stash counts against the limit for changes, but not to list what there is', async () => {
  const host = createTestHost({ permissionLevel: 'full_access', limits: { writesPerMinute: 1 } });
  const repository = createRepository(host.root);
  repository.commit('first', { a: '1' });
  for (let i = 0; i < 3; i++)
    expect(dataOf(await host.call('git_stash', { action: 'list' }))).toEqual({ stashes: [] });
  repository.write('a', '2');
  expect(dataOf(await host.call('git_stash'))).toMatchObject({ stashes: [{ index: 0 }] });
  expect(codeOf(await host.call('git_stash', { action: 'pop' }))).toBe('RATE_LIMITED');
});
