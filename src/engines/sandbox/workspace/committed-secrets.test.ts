import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../../test/support/host.ts';

/** A repository that tracks a file which looks like a secret, and is clean. */
function createRepository() {
  const made = createTestHost();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: made.root });
  git('init', '--quiet');
  writeFileSync(join(made.root, 'a.txt'), 'one\n');
  writeFileSync(join(made.root, '.env.test'), 'TOKEN=kq7planted9secret2value\n');
  writeFileSync(join(made.root, 'ask-git.sh'), 'git log --oneline\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  const run = async (command: string) => {
    const answer = await made.call('shell_execute', { command });
    if (answer.kind !== 'result') throw new Error(`${command}: ${answer.kind}`);
    return answer;
  };
  return { ...made, run };
}

test('git does not call a hidden file modified, also among filters and other questions', async () => {
  const { run, root } = createRepository();
  for (const command of [
    'git status --short',
    'git status --short; git diff --stat && git log --oneline | wc -l',
    "git status --porcelain | grep -c . ; git log --format='%s' | head -n 1",
  ])
    expect(await run(command), command).not.toMatchObject({
      data: { stdout: expect.stringContaining('.env') },
    });
  writeFileSync(join(root, 'a.txt'), 'two\n');
  expect(await run('git status --short && git log --oneline | wc -l')).toMatchObject({
    ok: true,
    data: { stdout: ' M a.txt\n1\n' },
  });
});

test('what was committed is not there for other programs, and a line that mixes both is asked about', async () => {
  const { run } = createRepository();
  const alone = await run('bash ask-git.sh 2>&1; true');
  expect(alone).toMatchObject({ data: { stdout: expect.stringMatching(/bad object|fatal/) } });
  expect(await run('git status --short; python3 -c "print(1)"')).toMatchObject({
    ok: false,
    error: { code: 'APPROVAL_PENDING' },
  });
});

test('without a tracked secret, git stands beside programs that only read', async () => {
  const { run, root } = createRepository();
  execFileSync('git', ['rm', '--quiet', '--cached', '.env.test'], { cwd: root });
  expect(await run('git log --oneline && ls && cat a.txt')).toMatchObject({
    ok: true,
    data: { stdout: expect.stringContaining('one') },
  });
  // A branch may still hold what the index does not.
  expect(await run('git log -p')).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } });
  expect(await run('git diff --cached --stat')).toMatchObject({ ok: true });
  // Editors and helpers that the configuration names do not start when git only looks.
  for (const setting of [
    'core.editor=vim',
    'credential.helper=store',
    'alias.st=status',
    'core.hooksPath=.husky',
  ])
    execFileSync('git', ['config', ...setting.split('=')], { cwd: root });
  expect(await run('git log --oneline -n 1')).toMatchObject({ ok: true });
});

test('beside a history without secrets, git stands beside any program', async () => {
  const { run, root } = createRepository();
  execFileSync('git', ['rm', '--quiet', '--cached', '.env.test'], { cwd: root });
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--quiet', '--amend', '-m', 'x'],
    {
      cwd: root,
    },
  );
  execFileSync('git', ['reflog', 'expire', '--expire=now', '--all'], { cwd: root });
  expect(await run('git log --oneline && python3 -c "print(1)"')).toMatchObject({ ok: true });
});
