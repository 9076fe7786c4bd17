import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';

/** A repository with two commits, a branch at the first one, and work that was not committed. */
function repository() {
  const { root, host, call } = createTestHost();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  for (const text of ['one', 'two']) {
    writeFileSync(join(root, 'a'), text);
    git('add', 'a');
    git('commit', '--quiet', `--message=${text}`);
    if (text === 'one') git('branch', 'side');
  }
  const run = (command: string) => call('shell_execute', { command, access: ['write'] });
  const allow = async (command: string) => {
    expect(codeOf(await run(command)), command).toBe('APPROVAL_PENDING');
    const [asked] = host.approvals.list();
    host.approvals.decide(asked?.id ?? '', {
      verdict: 'approve',
      scope: 'always',
      by: 'test',
      via: 'terminal',
    });
    expect(await run(command), command).toMatchObject({ kind: 'result', ok: true });
  };
  return { root, git, run, allow };
}

test.each([
  ['git reset -q', 'git reset --h HEAD~1'],
  ['git checkout -q -b topic', 'git checkout --f side'],
  ['git checkout -q -b topic', 'git checkout a'],
  ['git checkout -q -b topic', 'git checkout side a'],
  ['git checkout -q -b topic', 'git checkout --m side'],
  ['git switch -q -c topic', 'git switch --d side'],
  ['git restore --staged a', 'git restore --st --w a'],
  ['git restore --staged a', 'git restore --staged --no-staged a'],
  ['git tag v2', 'git tag --d v1'],
  ['git tag v2', 'git tag --fo v1 HEAD~1'],
  ['git rebase -q side', 'git rebase --ro'],
  ['git rebase -q side', 'git rebase --on HEAD~1'],
  ['git stash', 'git stash pop'],
  ['git stash -q', 'git stash branch other'],
  ['git merge -q side', 'git merge --ab'],
])('%s, allowed for good, does not cover %s', async (allowed, more) => {
  const { root, git, run, allow } = repository();
  git('tag', 'v1');
  if (/stash|restore/.test(allowed)) writeFileSync(join(root, 'a'), 'mine');
  await allow(allowed);
  writeFileSync(join(root, 'a'), 'work');
  const before = git('log', '--all', '--format=%H %D');
  expect(codeOf(await run(more))).toBe('APPROVAL_PENDING');
  expect(git('log', '--all', '--format=%H %D')).toBe(before);
  expect(git('diff', '--name-only')).toBe('a\n');
});

test.each([
  ['git checkout -q -b topic', 'git checkout -q side'],
  ['git checkout -q -b topic', 'git checkout -q -b other side'],
  ['git switch -q -c topic', 'git switch -q side'],
  ['git commit --allow-empty -m one', 'git commit --allow-empty -q -m two'],
  ['git tag v2', 'git tag v3 side'],
  ['git merge -q side', 'git merge --no-ff --no-edit side'],
  ['git reset -q', 'git reset -q a'],
])('%s, allowed for good, covers %s', async (allowed, more) => {
  const { run, allow } = repository();
  await allow(allowed);
  expect(await run(more)).toMatchObject({ kind: 'result', ok: true });
});

test('what was allowed with an option that makes it other work is allowed with it again', async () => {
  const { run, allow } = repository();
  await allow('git commit -q --amend --allow-empty -m one');
  expect(await run('git commit -q --amend --allow-empty -m two')).toMatchObject({ kind: 'result', ok: true });
});

test.each(['git push --m origin', `env --s="sh -c 'rm -rf src/*'"`])(
  'with full access, %s is asked about like the option in full',
  async (command) => {
    const { call, host } = createTestHost({ permissionLevel: 'full_access' });
    expect(codeOf(await call('shell_execute', { command, access: ['write'] }))).toBe('APPROVAL_PENDING');
    expect(host.approvals.list()).toHaveLength(1);
  },
);
