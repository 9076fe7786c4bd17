import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { callAllowed, createGitHost, createRepository } from '../../../test/support/repository.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

function staged() {
  const host = createGitHost();
  host.repository.commit('first', { a: '1\n' });
  host.repository.write('a', '2\n');
  host.repository.git('add', 'a');
  return host;
}

inSandbox('a commit writes through no link to what lies outside', async () => {
  const outside = join(temporaryDirectory(), 'rc');
  writeFileSync(outside, 'mine\n');
  const host = staged();
  rmSync(join(host.root, '.git/COMMIT_EDITMSG'));
  symlinkSync(outside, join(host.root, '.git/COMMIT_EDITMSG'));
  await callAllowed(host, 'git_commit', { message: 'touch marker' });
  expect(readFileSync(outside, 'utf8')).toBe('mine\n');
  // Where nothing stops it, it does.
  host.repository.write('a', '3\n');
  host.repository.git('commit', '--quiet', '--all', '--message=touch marker');
  expect(readFileSync(outside, 'utf8')).toBe('touch marker\n');
});

inSandbox('nor through a directory of notes', async () => {
  const outside = temporaryDirectory();
  const host = staged();
  mkdirSync(join(host.root, '.git/logs/refs/heads'), { recursive: true });
  symlinkSync(outside, join(host.root, '.git/logs/refs/heads/d'));
  host.repository.git('symbolic-ref', 'HEAD', 'refs/heads/d/x.sh');
  await callAllowed(host, 'git_commit', { message: 'x' });
  expect(existsSync(join(outside, 'x.sh'))).toBe(false);
  host.repository.git('commit', '--quiet', '--allow-empty', '--message=x');
  expect(existsSync(join(outside, 'x.sh'))).toBe(true);
});

inSandbox('a remote in the open directories leads to no repository outside', async () => {
  const outside = createRepository(join(temporaryDirectory(), 'private'));
  outside.commit('plan', { 'plan.txt': 'planted\n' });
  const ways: readonly ((root: string) => void)[] = [
    (root) => {
      mkdirSync(join(root, 'up'));
      writeFileSync(join(root, 'up/.git'), `gitdir: ${join(outside.path, '.git')}\n`);
    },
    (root) => symlinkSync(join(outside.path, '.git'), join(root, 'up.git')),
    (root) => {
      execFileSync('git', ['clone', '--quiet', '--bare', '--shared', outside.path, join(root, 'up')]);
    },
  ];
  for (const way of ways) {
    const host = createGitHost();
    way(host.root);
    host.repository.git('remote', 'add', 'origin', './up');
    host.repository.write('.git/info/exclude', '/up*\n');
    host.repository.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    await callAllowed(host, 'git_pull', { remote: 'origin', branch: 'main' });
    expect(existsSync(join(host.root, 'plan.txt'))).toBe(false);
    host.repository.git('pull', '--quiet', 'origin', 'main');
    expect(existsSync(join(host.root, 'plan.txt'))).toBe(true);
  }
});

test.each(['shallow', 'MERGE_HEAD', 'info/grafts', 'packed-refs'])(
  'what git keeps in %s is read from no link to a secret, or outside',
  async (name) => {
    for (const inside of [true, false]) {
      const host = createGitHost();
      host.repository.commit('first', { a: '1\n' });
      const target = inside ? join(host.root, '.env') : join(temporaryDirectory(), 'notes');
      writeFileSync(target, 'MAIL=planted_value\n');
      rmSync(join(host.root, '.git', name), { force: true });
      symlinkSync(target, join(host.root, '.git', name));
      for (const tool of ['get_git_status', 'git_log'])
        expect(await host.call(tool, {}), `${tool} ${target}`).toMatchObject({
          error: { code: 'OUTSIDE_ROOT', message: expect.not.stringContaining('planted_value') },
        });
    }
  },
);

test('a note of a working tree that is a link is not read', async () => {
  const outside = join(temporaryDirectory(), 'secret');
  writeFileSync(outside, 'planted_value\n');
  const host = createGitHost();
  host.repository.commit('first', { a: '1\n' });
  host.repository.git('worktree', 'add', '--quiet', '--detach', 'tree');
  const { worktrees } = dataOf(await host.call('list_worktrees', {})) as { worktrees: unknown[] };
  expect(worktrees).toHaveLength(2);
  symlinkSync(outside, join(host.root, '.git/worktrees/tree/locked'));
  const answer = await host.call('list_worktrees', {});
  expect(JSON.stringify(answer)).not.toContain('planted_value');
  expect(answer).toMatchObject({ error: { code: 'OUTSIDE_ROOT' } });
  expect(host.repository.git('worktree', 'list', '--porcelain')).toContain('planted_value');
});
