import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';

test('an answer for git holds for no other repository, whose remote is another, nor one that names programs', async () => {
  const host = createTestHost();
  const { root, call } = host;
  const git = (at: string, ...args: string[]) => execFileSync('git', args, { cwd: at });
  const nested = join(root, 'node_modules', 'x');
  mkdirSync(nested, { recursive: true });
  for (const at of [root, nested]) {
    git(at, 'init', '--quiet', '--initial-branch=main');
    git(at, 'remote', 'add', 'origin', join(root, 'bare.git'));
  }
  git(root, 'init', '--quiet', '--bare', 'bare.git');
  const fetching = { command: 'git fetch origin' };
  expect(codeOf(await call('shell_execute', fetching))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list();
  const given = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(asked?.id ?? '', given);
  expect(await call('shell_execute', fetching)).toMatchObject({ kind: 'result', ok: true });
  const there = { ...fetching, cwd: nested };
  expect(codeOf(await call('shell_execute', there))).toBe('APPROVAL_PENDING');
  git(nested, 'config', 'core.sshCommand', 'touch ran');
  expect(codeOf(await call('shell_execute', there))).toBe('APPROVAL_PENDING');
  const inLine = { command: `cd ${nested} && git fetch origin` };
  expect(codeOf(await call('shell_execute', inLine))).toBe('APPROVAL_PENDING');
});

test('an answer for a pull holds for no other repository', async () => {
  const host = createTestHost();
  const { root, call } = host;
  const git = (at: string, ...args: string[]) => execFileSync('git', args, { cwd: at });
  const nested = join(root, 'sub');
  mkdirSync(nested);
  git(root, 'init', '--quiet', '--bare', '--initial-branch=main', 'bare.git');
  for (const at of [root, nested]) {
    git(at, 'init', '--quiet', '--initial-branch=main');
    git(at, 'remote', 'add', 'origin', join(root, 'bare.git'));
  }
  git(root, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '--message=x');
  git(root, 'push', '--quiet', 'origin', 'main');
  const pulling = { repositoryPath: root, branch: 'main' };
  expect(codeOf(await call('git_pull', pulling))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list();
  const given = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(asked?.id ?? '', given);
  for (let times = 0; times < 2; times++)
    expect(await call('git_pull', pulling)).toMatchObject({ kind: 'result', ok: true });
  expect(codeOf(await call('git_pull', { ...pulling, repositoryPath: nested }))).toBe('APPROVAL_PENDING');
});

test('an answer for commits covers none that replaces the last one', async () => {
  const host = createTestHost();
  const { root, call } = host;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  git('commit', '--quiet', '--allow-empty', '--message=first');
  const allow = () => {
    const [asked] = host.host.approvals.list();
    const given = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
    host.host.approvals.decide(asked?.id ?? '', given);
  };
  const stage = (name: string) => {
    writeFileSync(join(root, name), name);
    git('add', name);
  };
  stage('a');
  expect(codeOf(await call('git_commit', { message: 'a' }))).toBe('APPROVAL_PENDING');
  allow();
  expect(await call('git_commit', { message: 'a' })).toMatchObject({ kind: 'result', ok: true });
  stage('b');
  expect(await call('git_commit', { message: 'b' })).toMatchObject({ kind: 'result', ok: true });
  const amending = { message: 'mine', amend: true };
  expect(codeOf(await call('git_commit', amending))).toBe('APPROVAL_PENDING');
  expect(git('log', '--format=%s')).toBe('b\na\nfirst\n');
  allow();
  expect(await call('git_commit', amending)).toMatchObject({ kind: 'result', ok: true });
  expect(git('log', '--format=%s')).toBe('mine\na\nfirst\n');
});

test('in a shell too, an answer for commits covers none that replaces the last one', async () => {
  const { root, host, call } = createTestHost();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, value] of [
    ['user.name', 'a'],
    ['user.email', 'a@b'],
  ] as const)
    git('config', name, value);
  const commit = (command: string) => call('shell_execute', { command });
  const allow = () => {
    const [asked] = host.approvals.list();
    const given = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
    host.approvals.decide(asked?.id ?? '', given);
  };
  expect(codeOf(await commit('git commit --allow-empty -m one'))).toBe('APPROVAL_PENDING');
  allow();
  await commit('git commit --allow-empty -m one');
  expect(await commit('git commit --allow-empty -m two')).toMatchObject({ kind: 'result', ok: true });
  for (const option of ['--amend', '--ame', '--fixup=amend:HEAD'])
    expect(codeOf(await commit(`git commit ${option} --allow-empty -m mine`)), option).toBe(
      'APPROVAL_PENDING',
    );
  expect(git('log', '--format=%s')).toBe('two\none\n');
});
