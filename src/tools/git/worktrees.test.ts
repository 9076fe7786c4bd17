import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import {
  callAllowed,
  codeOf,
  createGitHost,
  createRepository,
  openRepository,
} from '../../../test/support/repository.ts';

function createTrees() {
  const host = createGitHost();
  const head = host.repository.commit('first', { a: 'one\n' });
  const add = async (args: object) => (await callAllowed(host, 'add_worktree', args)).answer;
  const remove = (args: object) => callAllowed(host, 'remove_worktree', args);
  return { ...host, head, add, remove };
}

test('add_worktree checks a branch out in a directory of its own, and list_worktrees shows it', async () => {
  const { call, root, head, repository, add } = createTrees();
  expect(dataOf(await add({ branch: 'feature/x y'.replace(' ', '-') }))).toEqual({
    path: join(root, '.worktrees/feature-x-y'),
    branch: 'feature/x-y',
    head,
    created: true,
  });
  repository.git('branch', 'there');
  expect(dataOf(await add({ project_path: '.', branch: 'there', path: 'trees/mit ü' }))).toMatchObject({
    created: false,
  });
  expect(dataOf(await call('list_worktrees', { project_path: '.' }))).toEqual({
    worktrees: [
      { path: root, branch: 'main', head, isMain: true, isBare: false, locked: false, prunable: false },
      expect.objectContaining({
        path: join(root, '.worktrees/feature-x-y'),
        branch: 'feature/x-y',
        isMain: false,
      }),
      expect.objectContaining({ path: join(root, 'trees/mit ü'), branch: 'there' }),
    ],
  });
  // Neither shows up as untracked in the main one.
  expect(dataOf(await call('get_git_status'))).toMatchObject({ clean: true });
  expect(
    dataOf(await call('get_worktree_status', { worktree_path: '.worktrees/feature-x-y' })),
  ).toMatchObject({
    branch: 'feature/x-y',
    clean: true,
  });
});

test('add_worktree fills in patterns for branch and path', async () => {
  const { root, head, repository, add } = createTrees();
  repository.git('branch', '006-old');
  repository.commit('second', { a: 'two\n' });
  expect(
    dataOf(
      await add({ name: 'login', branch: '{num}-{name}', path: 'trees/{repo}-{num}', baseBranch: 'HEAD~1' }),
    ),
  ).toEqual({
    path: join(root, `trees/${root.split('/').at(-1)}-007`),
    branch: '007-login',
    head,
    created: true,
  });
  expect(dataOf(await add({ name: 'login', branch: 'bugfix/{name}' }))).toMatchObject({
    path: join(root, '.worktrees/login'),
    branch: 'bugfix/login',
  });
  expect(codeOf(await add({ branch: '{name}' }))).toBe('VALIDATION');
  expect(codeOf(await add({ branch: '{what}', name: 'x' }))).toBe('VALIDATION');
});

test('add_worktree counts on from the branches and directories its patterns gave, and always makes a new branch', async () => {
  const { root, repository, add } = createTrees();
  for (const branch of ['k-001', 'k-002']) repository.git('branch', branch);
  expect(dataOf(await add({ branch: 'k-{num}' }))).toMatchObject({ branch: 'k-003', created: true });
  expect(dataOf(await add({ branch: 'k-{num}' }))).toMatchObject({ branch: 'k-004', created: true });
  for (const [branch, place] of Object.entries({ one: 'trees/w001', two: 'trees/w002' }))
    expect(dataOf(await add({ branch, path: 'trees/w{num}' }))).toMatchObject({ path: join(root, place) });
});

test('add_worktree refuses places outside, occupied ones, branches in use, and options', async () => {
  const { call, repository, add } = createTrees();
  repository.write('full/file', 'x');
  expect(codeOf(await call('add_worktree', { branch: 'x', path: '/etc/x' }))).toMatch(
    /OUTSIDE_ROOT|PROTECTED_PATH/,
  );
  expect(codeOf(await call('add_worktree', { branch: 'x', path: '../{name}' }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await add({ branch: 'x', path: 'a/{name}', name: '..' }))).toBe('VALIDATION');
  expect(codeOf(await add({ branch: 'x', path: 'full' }))).toBe('CONFLICT');
  expect(codeOf(await add({ branch: 'main' }))).toBe('CONFLICT');
  expect(codeOf(await add({ branch: 'x', baseBranch: 'none' }))).toBe('NOT_FOUND');
  for (const args of [
    { branch: '--lock' },
    { branch: 'x', path: '--force' },
    { branch: 'x', baseBranch: '-B' },
  ])
    expect(codeOf(await call('add_worktree', args))).toBe('VALIDATION');
});

test('remove_worktree refuses uncommitted work and the main one, and keeps the branch', async () => {
  const { root, repository, add, remove } = createTrees();
  await add({ branch: 'side', path: 'trees/side' });
  const side = openRepository(join(root, 'trees/side'));
  side.write('new', 'work');
  const refused = await remove({ worktree_path: 'trees/side' });
  expect(refused.card).toMatchObject({ risk: 'HIGH', preview: expect.stringContaining('?? new') });
  expect(refused.answer).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('?? new') },
  });
  expect((await remove({ worktreePath: '.' })).answer).toMatchObject({
    error: { code: expect.stringMatching(/CONFLICT|PROTECTED_PATH/) },
  });
  const forced = await remove({ worktreePath: 'trees/side', force: true });
  expect(forced.card).toMatchObject({ risk: 'CRITICAL' });
  expect(dataOf(forced.answer)).toEqual({ path: join(root, 'trees/side'), branch: 'side' });
  expect(existsSync(side.path)).toBe(false);
  expect(repository.git('branch', '--list', 'side')).not.toBe('');
});

test('remove_worktree refuses a locked one with the reason', async () => {
  const { repository, add, remove } = createTrees();
  await add({ branch: 'side', path: 'trees/side' });
  repository.git('worktree', 'lock', '--reason', 'on a stick', 'trees/side');
  expect((await remove({ worktreePath: 'trees/side' })).answer).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('locked: on a stick') },
  });
  repository.git('worktree', 'unlock', 'trees/side');
  expect(dataOf((await remove({ worktreePath: 'trees/side' })).answer)).toMatchObject({ branch: 'side' });
});

test('remove_worktree clears one whose directory is gone, and no other', async () => {
  const { call, root, repository, add, remove } = createTrees();
  for (const branch of ['one', 'two', 'stick']) await add({ branch, path: `trees/${branch}` });
  repository.git('worktree', 'lock', '--reason', 'on a stick', 'trees/stick');
  rmSync(join(root, 'trees'), { recursive: true });
  const { answer, card } = await remove({ worktreePath: 'trees/one' });
  expect(card).toMatchObject({ preview: expect.stringContaining('Its directory is gone already.') });
  expect(dataOf(answer)).toEqual({ path: join(root, 'trees/one'), branch: 'one' });
  expect((await remove({ worktreePath: 'trees/stick' })).answer).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('locked: on a stick') },
  });
  expect(dataOf(await call('list_worktrees'))).toEqual({
    worktrees: [
      expect.objectContaining({ path: root }),
      expect.objectContaining({ branch: 'stick', locked: true }),
      expect.objectContaining({ branch: 'two', prunable: true }),
    ],
  });
  expect(codeOf((await remove({ worktreePath: 'trees/one' })).answer)).toBe('NOT_FOUND');
});

test('list_worktrees has no hash before the first commit', async () => {
  const { call, root } = createGitHost();
  expect(dataOf(await call('list_worktrees'))).toEqual({
    worktrees: [expect.objectContaining({ path: root, branch: 'main', head: null })],
  });
});

test('remove_worktree clears one that was beside its repository', async () => {
  const host = createTestHost();
  const inner = createRepository(join(host.root, 'inner'));
  inner.commit('first', { a: 'one\n' });
  const added = await callAllowed(host, 'add_worktree', {
    projectPath: 'inner',
    branch: 'side',
    path: '../beside',
  });
  expect(dataOf(added.answer)).toMatchObject({ created: true });
  rmSync(join(host.root, 'beside'), { recursive: true });
  const { answer } = await callAllowed(host, 'remove_worktree', { worktreePath: 'beside' });
  expect(dataOf(answer)).toEqual({ path: join(host.root, 'beside'), branch: 'side' });
  expect(inner.git('worktree', 'list', '--porcelain')).not.toContain('beside');
});

test('add_worktree says so where a file is in the way', async () => {
  const { add } = createTrees();
  for (const path of ['a', 'a/below'])
    expect(await add({ branch: 'side', path })).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringMatching(/\/a is a file$/) },
    });
});

test('worktrees of a submodule lie beside its files, and are answered like any other', async () => {
  const host = createGitHost();
  const { call, root, repository } = host;
  createRepository(join(root, 'library')).commit('first', { code: '1\n' });
  repository.write('.git/info/exclude', 'library\n');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './library', 'deps/lib');
  repository.commit('with submodule');
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const)
    repository.git('-C', 'deps/lib', 'config', key, value);
  const lib = join(root, 'deps/lib');
  const side = join(lib, '.worktrees/side');
  const { answer } = await callAllowed(host, 'add_worktree', { projectPath: 'deps/lib', branch: 'side' });
  expect(dataOf(answer)).toMatchObject({ path: side, branch: 'side', created: true });
  for (const projectPath of ['deps/lib', side])
    expect(dataOf(await call('list_worktrees', { projectPath }))).toEqual({
      worktrees: [
        expect.objectContaining({ path: lib, branch: 'main', isMain: true, isBare: false }),
        expect.objectContaining({ path: side, branch: 'side', isMain: false }),
      ],
    });
  for (const [projectPath, branch] of Object.entries({ '.': 'main', 'deps/lib': 'main', [side]: 'side' }))
    expect(dataOf(await call('get_git_status', { projectPath }))).toMatchObject({ branch, clean: true });
  // What git keeps of a submodule lies in its superproject, and names one of the two as its working tree.
  for (const [repositoryPath, branch] of [
    [lib, 'main'],
    [side, 'side'],
  ] as const) {
    writeFileSync(join(repositoryPath, 'new'), 'x\n');
    const added = await callAllowed(host, 'git_add', { repositoryPath, files: ['new'] });
    expect(dataOf(added.answer)).toEqual({ staged: ['new'] });
    const commit = await callAllowed(host, 'git_commit', { repositoryPath, message: 'new' });
    expect(dataOf(commit.answer)).toMatchObject({ branch, filesChanged: 1 });
  }
  expect((await callAllowed(host, 'remove_worktree', { worktreePath: 'deps/lib' })).answer).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('the main working tree') },
  });
  const removed = await callAllowed(host, 'remove_worktree', { worktreePath: side });
  expect(dataOf(removed.answer)).toEqual({ path: side, branch: 'side' });
  expect(existsSync(side)).toBe(false);
});

test('a worktree of a bare repository lies beside it, unless nothing else is open', async () => {
  const host = createTestHost();
  const { root } = host;
  const add = async (projectPath: string, branch: string) =>
    dataOf((await callAllowed(host, 'add_worktree', { projectPath, branch })).answer).path;
  createRepository(join(root, 'origin')).commit('first', { a: 'one\n' });
  const origin = openRepository(join(root, 'origin'));
  origin.git('clone', '--quiet', '--bare', '.', '../project.git');
  origin.git('clone', '--quiet', '--bare', '.', '../both/.bare');
  writeFileSync(join(root, 'both/.git'), 'gitdir: ./.bare\n');
  expect(await add('project.git', 'feature/one')).toBe(join(root, 'project.worktrees/feature-one'));
  // Asked from a worktree of it, too.
  expect(await add('project.worktrees/feature-one', 'two')).toBe(join(root, 'project.worktrees/two'));
  expect(await add('both', 'three')).toBe(join(root, 'both/.bare.worktrees/three'));

  const only = createTestHost();
  execFileSync('git', ['clone', '--quiet', '--bare', join(root, 'origin'), only.root]);
  const { answer } = await callAllowed(only, 'add_worktree', { branch: 'side' });
  expect(dataOf(answer)).toMatchObject({ path: join(only.root, '.worktrees/side') });
});

test('add_worktree refuses what a rule refuses, from wherever it is asked', async () => {
  const { host, root, repository, add } = createTrees();
  repository.commit('second', { 'sub/b': 'x' });
  const pattern = { paths: [join(root, 'vault/**')] };
  host.rules.add({ verdict: 'deny', tool: '*', pattern, session: null, createdBy: 't', expiresAt: null });
  expect(codeOf(await add({ projectPath: 'sub', branch: 'x', path: 'vault/{name}' }))).toBe(
    'BLOCKED_BY_POLICY',
  );
});
