import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { writeProgram } from '../../../test/support/hostile-repositories.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import {
  callAllowed,
  codeOf,
  createGitHost,
  openRepository,
  type TestRepository,
} from '../../../test/support/repository.ts';

/** A repository, the bare one it pushes to, and a second clone of that. */
function createRemote() {
  const host = createGitHost();
  const { repository, root } = host;
  repository.write('.git/info/exclude', '/bare.git\n/other\n/marker\n/program.sh\n');
  repository.commit('first', { a: 'base\n' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('remote', 'add', 'origin', join(root, 'bare.git'));
  repository.git('fetch', '--quiet', 'origin');
  repository.git('branch', '--quiet', '--set-upstream-to=origin/main');
  repository.git('clone', '--quiet', 'bare.git', 'other');
  const other = openRepository(join(root, 'other'));
  other.git('config', 'user.name', 'Bob');
  other.git('config', 'user.email', 'bob@example.com');
  const push = async (args: object = {}) => callAllowed(host, 'git_push', args);
  const pull = async (args: object = {}) => (await callAllowed(host, 'git_pull', args)).answer;
  return { ...host, other, push, pull };
}

const commitAndPush = (repository: TestRepository, files: Record<string, string>): string => {
  const hash = repository.commit('theirs', files);
  repository.git('push', '--quiet');
  return hash;
};

test('git_push shows remote and commits, and pushes the branch', async () => {
  const { repository, root, push } = createRemote();
  const hash = repository.commit('mine', { a: 'mine\n' });
  const { answer, card } = await push();
  expect(card).toMatchObject({
    risk: 'HIGH',
    preview: expect.stringMatching(/Push main to origin \(.*bare\.git\)/),
  });
  expect(card?.preview).toContain(`${hash.slice(0, 9)} Ada: mine`);
  expect(dataOf(answer)).toMatchObject({ remote: 'origin', branch: 'main', hash, updated: true });
  expect(openRepository(join(root, 'bare.git')).git('rev-parse', 'main')).toBe(hash);
  expect(dataOf((await push()).answer)).toMatchObject({ updated: false });
  repository.git('branch', 'fresh');
  expect(dataOf((await push({ branch: 'fresh', setUpstream: true })).answer)).toMatchObject({
    branch: 'fresh',
  });
  expect(repository.git('config', 'branch.fresh.remote')).toBe('origin');
});

test('git_push is refused where the remote has more; by force it is critical and takes a look first', async () => {
  const { repository, other, push } = createRemote();
  commitAndPush(other, { b: 'theirs\n' });
  repository.commit('mine', { a: 'mine\n' });
  expect((await push()).answer).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('git_pull') },
  });
  const forced = await push({ force: true });
  expect(forced.card).toMatchObject({ risk: 'CRITICAL' });
  expect(codeOf(forced.answer)).toBe('CONFLICT');
  repository.git('fetch', '--quiet');
  expect(dataOf((await push({ force: true })).answer)).toMatchObject({ updated: true });
});

test('git_push says that the remote itself refuses where a pull would not help', async () => {
  const { repository, root, push } = createRemote();
  const hook = join(root, 'bare.git/hooks/pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "not on mondays (fetch first)"\nexit 1\n', { mode: 0o755 });
  repository.commit('mine', { a: 'mine\n' });
  expect((await push()).answer).toMatchObject({
    error: {
      code: 'CONFLICT',
      message: expect.stringMatching(/remote: not on mondays \(fetch first\)$/m),
      hint: expect.stringMatching(/^The remote itself refuses/),
    },
  });
  rmSync(hook);
  repository.git('push', '--quiet', 'origin', 'main:refs/heads/x');
  repository.git('branch', 'x/y');
  expect((await push({ branch: 'x/y' })).answer).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringMatching(/^The remote itself refuses/) },
  });
});

test('git_push and git_pull refuse what is no remote, no branch, or lies outside', async () => {
  const host = createRemote();
  const { call, repository } = host;
  const outside = temporaryDirectory();
  repository.git('remote', 'add', 'far', outside);
  for (const tool of ['git_push', 'git_pull']) {
    expect(codeOf(await call(tool, { remote: '--upload-pack=x' }))).toBe('VALIDATION');
    expect(codeOf(await call(tool, { remote: 'https://example.com/x' }))).toBe('VALIDATION');
    expect(codeOf(await call(tool, { branch: '--all' }))).toBe('VALIDATION');
  }
  expect(await call('git_push', { remote: 'none' })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: 'There are: far, origin' },
  });
  expect(codeOf(await call('git_push', { branch: 'none' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('git_push', { remote: 'far' }))).toBe('OUTSIDE_ROOT');
  expect((await callAllowed(host, 'git_pull', { branch: 'none' })).answer).toMatchObject({
    error: { code: 'NOT_FOUND', message: 'origin has no branch "none"' },
  });
  repository.git('switch', '--quiet', '--detach');
  expect(codeOf(await call('git_push', {}))).toBe('CONFLICT');
});

test('git_pull fast-forwards, and joins two histories only when told how', async () => {
  const { repository, other, pull } = createRemote();
  expect(dataOf(await pull())).toMatchObject({ updated: false });
  const theirs = commitAndPush(other, { b: 'theirs\n' });
  expect(dataOf(await pull())).toMatchObject({ updated: true, after: theirs, conflicted: [] });
  commitAndPush(other, { b: 'more\n' });
  repository.commit('mine', { c: 'mine\n' });
  expect(await pull()).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('strategy merge or rebase') },
  });
  expect(dataOf(await pull({ strategy: 'rebase' }))).toMatchObject({ updated: true });
  expect(repository.git('log', '--format=%s', '-2')).toBe('mine\ntheirs');
  commitAndPush(other, { b: 'even more\n' });
  expect(dataOf(await pull({ strategy: 'merge' }))).toMatchObject({ updated: true });
  expect(repository.git('log', '--format=%p', '-1')).toMatch(/ /);
});

test('git_pull that conflicts leaves a merge to resolve, and takes a rebase back', async () => {
  const { repository, other, pull } = createRemote();
  commitAndPush(other, { a: 'theirs\n' });
  const mine = repository.commit('mine', { a: 'mine\n' });
  expect(await pull({ strategy: 'rebase' })).toMatchObject({
    error: {
      code: 'CONFLICT',
      data: { conflicted: ['a'], updated: false },
      hint: expect.stringContaining('taken back'),
      text: expect.stringMatching(/^Nothing changed\.\nIn conflict: a\n(?!.*(--continue|\r|Rebasing))/s),
    },
  });
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(repository.git('rev-parse', 'HEAD')).toBe(mine);
  expect(await pull({ strategy: 'merge' })).toMatchObject({
    error: {
      code: 'CONFLICT',
      data: { operation: 'merge' },
      text: expect.stringMatching(/^A merge with origin\/main is in progress\.\nIn conflict: a\n/),
    },
  });
  expect(repository.git('status', '--porcelain')).toBe('UU a');
  expect(await pull({ strategy: 'rebase' })).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('A merge is in progress') },
  });
});

test('programs that the repository names for remotes do not run', async () => {
  const { repository, root, other, push, pull } = createRemote();
  const marker = join(root, 'marker');
  const program = writeProgram(root, marker);
  commitAndPush(other, { b: 'theirs\n' });
  for (const key of [
    'core.sshCommand',
    'core.askPass',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'credential.helper',
    'remote.origin.uploadpack',
    'remote.origin.receivepack',
    'uploadpack.packObjectsHook',
    'gpg.program',
  ])
    repository.git('config', key, program);
  expect(dataOf(await pull())).toMatchObject({ updated: true });
  repository.commit('mine', { c: 'mine\n' });
  expect(dataOf((await push()).answer)).toMatchObject({ updated: true });
  repository.git('config', 'protocol.ext.allow', 'always');
  for (const url of ['ssh://127.0.0.1:1/host.invalid', `ext::${program} host.invalid`]) {
    repository.git('config', 'remote.origin.url', url);
    expect(codeOf(await pull()), url).toBe('EXEC_FAILED');
    expect(codeOf((await push()).answer), url).toBe('EXEC_FAILED');
  }
  repository.git('config', 'remote.origin.url', 'git://127.0.0.1:1/x');
  expect(codeOf(await pull())).toBe('EXEC_FAILED');
  repository.git('config', 'remote.origin.vcs', 'ext');
  await pull();
  expect(existsSync(marker) ? readFileSync(marker, 'utf8') : 'nothing ran').toBe('nothing ran');
});

test('a merge driver of the repository runs in the sandbox only, where it reaches nothing else', async () => {
  const { repository, root, other, pull } = createRemote();
  const outside = join(temporaryDirectory(), 'reached');
  repository.write('.git/info/attributes', '* merge=own\n');
  repository.git('config', 'merge.own.driver', `sh -c 'touch ${outside}; echo merged > "$0"' %A`);
  commitAndPush(other, { a: 'theirs\n' });
  repository.commit('mine', { a: 'mine\n' });
  expect(dataOf(await pull({ strategy: 'merge' }))).toMatchObject({ updated: true });
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('merged\n');
  expect(existsSync(outside)).toBe(false);
});

test('git_pull during a rebase names the rebase, not the HEAD it detached', async () => {
  const { repository, pull } = createRemote();
  repository.commit('second', { a: 'two\n' });
  expect(() => repository.git('rebase', '--exec', 'false', 'HEAD~1')).toThrow();
  expect(await pull()).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('A rebase is in progress') },
  });
});
