import { chmodSync, chownSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import {
  callAllowed,
  callAsAllowed,
  codeOf,
  createGitHost,
  createRepository,
} from '../../../test/support/repository.ts';
import type { ToolError } from '../../core/errors.ts';

test('git_add is asked about once a session', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  for (const file of ['a', 'b']) repository.write(file, '1');
  expect(codeOf(await call('git_add', { files: 'a' }))).toBe('APPROVAL_PENDING');
  await callAllowed(host, 'git_add', { files: 'a' });
  expect(dataOf(await call('git_add', { files: 'b' }))).toEqual({ staged: ['b'] });
});

test('git_add stages what is named, literally', async () => {
  const host = createGitHost();
  const { repository } = host;
  const call = callAsAllowed(host);
  repository.commit('first', { gone: 'x', 'a*b': '1', axb: '1' });
  for (const file of ['a*b', 'axb', 'dir/one', 'dir/ü two', 'not,split file']) repository.write(file, '2');
  repository.git('rm', '--quiet', '--cached', 'gone');
  expect(dataOf(await call('git_add', { files: 'a*b' }))).toEqual({ staged: ['a*b'] });
  expect(dataOf(await call('git_add', { files: ['dir', 'not,split file'] }))).toEqual({
    staged: ['dir/one', 'dir/ü two', 'not,split file'],
  });
  expect(repository.git('diff', '--name-only')).toBe('axb');
  for (const name of ['AddAsync', 'add'])
    expect(await call(name, { files: 'axb', repositoryPath: repository.path })).toMatchObject({
      content: [{ text: '' }],
    });
});

test('git_add refuses what is outside, missing, an option, or no repository, and asks for secrets', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  repository.write('.env', 'KEY=value');
  expect(codeOf(await call('git_add', { files: '../outside' }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('git_add', { files: '/etc/passwd' }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('git_add', { files: '--all' }))).toBe('VALIDATION');
  expect(codeOf(await call('git_add', { files: [] }))).toBe('VALIDATION');
  expect(codeOf(await callAsAllowed(host)('git_add', { files: 'missing' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('git_add', { files: '.env' }))).toBe('APPROVAL_PENDING');
  const { answer } = await callAllowed(host, 'git_add', { files: '.env' });
  expect(dataOf(answer)).toEqual({ staged: ['.env'] });
  const empty = createTestHost();
  expect(codeOf(await callAsAllowed(empty)('git_add', { files: 'a' }))).toBe('NOT_FOUND');
});

test('git_add that fails for one file stages none', async () => {
  const host = createGitHost();
  const { repository } = host;
  const call = callAsAllowed(host);
  repository.commit('first', { '.gitignore': '*.log\n' });
  for (const file of ['ok.txt', 'b.log']) repository.write(file, 'x');
  expect(await call('git_add', { files: ['ok.txt', 'b.log'] })).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      message: expect.stringMatching(/\nb\.log$/),
      hint: expect.stringContaining('.gitignore'),
    },
  });
  expect(repository.git('status', '--porcelain')).toBe('?? ok.txt');
});

test('git_commit shows the person what is staged and commits it', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: 'one\n' });
  repository.write('a', 'two\n');
  repository.write('.env', 'KEY=hidden-value\n');
  repository.git('add', '--all');
  const message = '- starts with a dash\n\n# not a comment';
  const { answer, card } = await callAllowed(host, 'git_commit', { message });
  expect(card).toMatchObject({ risk: 'MEDIUM', preview: expect.stringContaining('modified a +1 -1') });
  expect(card?.preview).toContain('added .env +1 -0  (may hold secrets)');
  expect(card?.preview).not.toContain('hidden-value');
  expect(dataOf(answer)).toEqual({
    hash: repository.git('rev-parse', 'HEAD'),
    branch: 'main',
    filesChanged: 2,
    output: '',
  });
  expect(repository.git('log', '-1', '--format=%B').trim()).toBe(message);
});

test('git_commit amends, and its older names answer nothing', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: '1' });
  const amended = await callAllowed(host, 'git_commit', { message: 'better', amend: true });
  expect(dataOf(amended.answer)).toMatchObject({ filesChanged: 1 });
  expect(repository.git('log', '--format=%s')).toBe('better');
  for (const name of ['CommitAsync', 'commit']) {
    repository.write(name, 'x');
    repository.git('add', name);
    const { answer } = await callAllowed(host, name, { message: name, repositoryPath: repository.path });
    expect(answer).toMatchObject({ ok: true, content: [{ text: '' }] });
  }
});

test('git_commit refuses before asking where nothing could be committed', async () => {
  const { call, repository } = createGitHost();
  expect(codeOf(await call('git_commit', { message: 'x', amend: true }))).toBe('CONFLICT');
  repository.commit('base', { a: 'base\n' });
  repository.write('a', 'changed\n');
  expect(await call('git_commit', { message: 'x' })).toMatchObject({
    error: { code: 'CONFLICT', hint: 'Stage some of the 1 changed files with git_add.' },
  });
  expect(codeOf(await call('git_commit', { message: '  ' }))).toBe('VALIDATION');
  repository.git('checkout', '--quiet', 'a');
  repository.git('switch', '--quiet', '--create', 'other');
  repository.commit('other', { a: 'other\n' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('ours', { a: 'ours\n' });
  expect(() => repository.git('merge', 'other')).toThrow();
  expect(await call('git_commit', { message: 'x' })).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining('in conflict: a') },
  });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  expect(codeOf(await call('git_commit', { message: 'x', repositoryPath: 'bare.git' }))).toBe('CONFLICT');
});

test('what is staged after the person was asked is asked about again', async () => {
  const { call, host, repository } = createGitHost();
  repository.write('a', '1');
  repository.git('add', 'a');
  expect(codeOf(await call('git_commit', { message: 'x' }))).toBe('APPROVAL_PENDING');
  const [asked] = host.approvals.list('pending');
  host.approvals.decide(asked?.id ?? '', { verdict: 'approve', scope: 'once', by: 'test', via: 'terminal' });
  repository.write('b', 'smuggled');
  repository.git('add', 'b');
  expect(codeOf(await call('git_commit', { message: 'x' }))).toBe('APPROVAL_PENDING');
  expect(repository.git('status', '--porcelain')).toBe('A  a\nA  b');
});

test('what is staged while a hook of a commit runs goes into the next one', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: '1\n', b: '1\n' });
  repository.write('.git/hooks/pre-commit', '#!/bin/sh\ntouch running\nsleep 1\n');
  chmodSync(join(repository.path, '.git/hooks/pre-commit'), 0o755);
  await callAllowed(host, 'git_add', { files: 'a' });
  repository.write('a', '2\n');
  repository.git('add', 'a');
  repository.write('b', 'unseen\n');
  const commit = callAllowed(host, 'git_commit', { message: 'second' });
  await expect.poll(() => existsSync(join(repository.path, 'running')), { interval: 5 }).toBe(true);
  const add = callAllowed(host, 'git_add', { files: 'b' });
  expect(dataOf((await commit).answer)).toMatchObject({ filesChanged: 1 });
  expect(dataOf((await add).answer)).toEqual({ staged: ['b'] });
  expect(repository.git('show', 'HEAD:b')).toBe('1');
  expect(repository.git('diff', '--cached', '--name-only')).toBe('b');
});

test('a hook runs, is shown beforehand, and its refusal arrives in its own words', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint: a is not tidy" >&2\nexit 3\n');
  chmodSync(join(repository.path, '.git/hooks/pre-commit'), 0o755);
  repository.write('a', '1');
  repository.git('add', 'a');
  const { answer, card } = await callAllowed(host, 'git_commit', { message: 'x' });
  expect(card?.preview).toContain('Hooks that run: pre-commit');
  expect(answer).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      data: { branch: 'main', filesChanged: 0, output: 'lint: a is not tidy' },
      text: expect.stringContaining('lint: a is not tidy'),
    },
  });
});

test('a commit without identity fails with what git says and what to do', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.git('config', 'user.name', '');
  repository.git('config', 'user.email', '');
  repository.write('a', '1');
  repository.git('add', 'a');
  const { answer } = await callAllowed(host, 'git_commit', { message: 'x' });
  expect(answer).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      hint: expect.stringContaining('user.name'),
      data: { output: expect.stringMatching(/empty ident|tell me who you are/i) },
    },
  });
});

test('a repository of another user is refused until the user declares it safe', async () => {
  const { call, root } = createTestHost();
  if (process.geteuid?.() !== 0) return;
  const repository = createRepository(join(root, 'theirs'));
  chownSync(repository.path, 12345, 12345);
  expect(await call('get_git_status', { projectPath: 'theirs' })).toMatchObject({
    error: { code: 'PERMISSION_DENIED', hint: expect.stringContaining('safe.directory') },
  });
});

test.each([
  ['pre-commit', false],
  ['post-commit', true],
])(
  'git_commit stops a %s hook that hangs at the time asked for, with what it printed',
  async (hook, isMade) => {
    const host = createGitHost();
    const { call, repository } = host;
    repository.commit('first', { a: '1' });
    repository.write('a', 'x');
    repository.git('add', 'a');
    repository.write(`.git/hooks/${hook}`, '#!/bin/sh\necho checking\nsleep 60\n');
    chmodSync(join(repository.path, `.git/hooks/${hook}`), 0o755);
    const { answer } = await callAllowed(host, 'git_commit', { message: 'x', timeoutMs: 1000 });
    expect(answer).toMatchObject({
      error: {
        code: 'TIMEOUT',
        hint: expect.stringContaining(isMade ? 'was made' : 'timeoutMs'),
        data: {
          ...(isMade && { hash: repository.git('rev-parse', 'HEAD') }),
          branch: 'main',
          filesChanged: isMade ? 1 : 0,
          output: 'checking',
        },
        text: expect.stringMatching(
          isMade ? /^[0-9a-f]{9} on main, 1 file\nchecking$/ : /^Nothing.*\nchecking$/,
        ),
      },
    });
    expect(repository.git('log', '--format=%s')).toBe(isMade ? 'x\nfirst' : 'first');
    for (const [tool, args] of [
      ['git_commit', { message: 'x' }],
      ['git_push', {}],
      ['git_pull', {}],
      ['add_worktree', { branch: 'x' }],
    ] as const)
      expect(codeOf(await call(tool, { ...args, timeoutMs: 999 }))).toBe('VALIDATION');
  },
);

test('git_commit counts a renamed file once, as git does', async () => {
  const host = createGitHost();
  host.repository.commit('first', { a: 'one\ntwo\nthree\n' });
  host.repository.git('mv', 'a', 'b');
  const { answer } = await callAllowed(host, 'git_commit', { message: 'rename' });
  expect(dataOf(answer)).toMatchObject({ filesChanged: 1 });
});

test.each([0, 1])('what a talkative hook prints is cut, as data too, exit code %i', async (exitCode) => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { a: 'one\n' });
  repository.write('.git/hooks/pre-commit', `#!/bin/sh\nseq 1 200000\nexit ${exitCode}\n`);
  chmodSync(join(repository.path, '.git/hooks/pre-commit'), 0o755);
  repository.write('a', 'two\n');
  repository.git('add', 'a');
  const { answer } = await callAllowed(host, 'git_commit', { message: 'second' });
  const { output } = (exitCode === 0 ? dataOf(answer) : (answer as { error: ToolError }).error.data) as {
    output: string;
  };
  expect(output.length).toBeLessThan(50_000);
  expect(output).toMatch(/^1\n2\n[\s\S]*bytes left out[\s\S]*\n200000$/);
});

test('git_commit says that nothing can be amended during a merge or a cherry-pick', async () => {
  const { call, repository } = createGitHost();
  repository.commit('base', { a: 'base\n' });
  repository.git('switch', '--quiet', '--create', 'side');
  repository.commit('theirs', { a: 'theirs\n' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('ours', { a: 'ours\n' });
  for (const command of ['merge', 'cherry-pick']) {
    expect(() => repository.git(command, 'side')).toThrow();
    repository.write('a', 'both\n');
    repository.git('add', 'a');
    expect(await call('git_commit', { message: 'x', amend: true })).toMatchObject({
      error: {
        code: 'CONFLICT',
        message: `A ${command} is in progress in ${repository.path}, so there is nothing to amend`,
      },
    });
    repository.git(command, '--abort');
  }
});

test('git_commit says so where it cannot sign', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.write('a', '1\n');
  repository.git('add', 'a');
  repository.git('config', 'commit.gpgSign', 'true');
  repository.git('config', 'gpg.program', '/nonexistent/gpg');
  const { answer } = await callAllowed(host, 'git_commit', { message: 'signed' });
  expect(answer).toMatchObject({ error: { hint: expect.stringContaining('commit.gpgSign') } });
});
