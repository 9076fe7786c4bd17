import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { callAllowed, codeOf, createGitHost, openRepository } from '../../../test/support/repository.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

/** A repository whose hook would leave a marker outside, and one inside. */
function withHook(hook: string, directory = '.git/hooks') {
  const host = createGitHost();
  const { repository } = host;
  const outside = join(temporaryDirectory(), 'marker');
  repository.commit('first', { a: '1' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('remote', 'add', 'origin', join(host.root, 'bare.git'));
  const path = join(directory, hook);
  repository.write(path, `#!/bin/sh\ntouch ${outside}\necho ran > ${join(host.root, 'inside')}\n`);
  chmodSync(join(repository.path, path), 0o755);
  repository.write('a', '2');
  repository.git('add', 'a');
  const ran = () => [existsSync(join(host.root, 'inside')), existsSync(outside)];
  return { ...host, ran, path: join(repository.path, path), outside };
}

inSandbox('a hook of a commit changes the open directories, and nothing else', async () => {
  const host = withHook('pre-commit');
  host.repository.git('commit', '--quiet', '--message=bare');
  expect(host.ran()).toEqual([true, true]);
  const locked = withHook('pre-commit');
  const { card } = await callAllowed(locked, 'git_commit', { message: 'x' });
  expect(card?.details?.join('\n')).toMatch(/It may change files in the open directories\.$/m);
  expect(locked.ran()).toEqual([true, false]);
});

inSandbox('hooks of a push, here and at a remote that lies here, do no more either', async () => {
  for (const [hook, directory] of [
    ['pre-push', '.git/hooks'],
    ['post-receive', 'bare.git/hooks'],
  ] as const) {
    const host = withHook(hook, directory);
    host.repository.git('commit', '--quiet', '--message=x');
    const { card, answer } = await callAllowed(host, 'git_push', {});
    expect(answer, hook).toMatchObject({ kind: 'result', ok: true });
    if (hook === 'pre-push') expect(card?.details?.join('\n')).toContain(`It runs ${host.path}`);
    expect(host.ran(), hook).toEqual([true, false]);
    const bare = openRepository(join(host.root, 'bare.git'));
    expect(bare.git('log', '--format=%s', '-1', 'main')).toBe('x');
  }
});

inSandbox('a hook that changed after the answer does not run', async () => {
  const host = withHook('pre-commit');
  expect(codeOf(await host.call('git_commit', { message: 'x' }))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list();
  host.repository.write('.git/hooks/pre-commit', `${readFileSync(host.path, 'utf8')}touch evil\n`);
  host.host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'test',
    via: 'terminal',
  });
  expect(codeOf(await host.call('git_commit', { message: 'x' }))).toBe('APPROVAL_PENDING');
  expect(host.ran()).toEqual([false, false]);
});

inSandbox('an answer that lasts is for the hook as it was shown', async () => {
  const host = withHook('pre-commit');
  const commit = async (content: string) => {
    host.repository.write('a', content);
    host.repository.git('add', 'a');
    return host.call('git_commit', { message: content });
  };
  expect(codeOf(await commit('2'))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list();
  const answer = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(asked?.id ?? '', answer);
  for (const content of ['2', '3']) expect(await commit(content)).toMatchObject({ kind: 'result', ok: true });
  host.repository.write('.git/hooks/pre-commit', `${readFileSync(host.path, 'utf8')}touch evil\n`);
  expect(codeOf(await commit('4'))).toBe('APPROVAL_PENDING');
});

inSandbox('git runs the hook that was shown, however its place is written', async () => {
  const host = withHook('pre-commit', 'tools');
  host.repository.git('config', 'core.hooksPath', '%(prefix)/../proc/self/cwd/tools');
  host.repository.write('proc/self/cwd/tools/pre-commit', '#!/bin/sh\necho fine\n');
  chmodSync(join(host.repository.path, 'proc/self/cwd/tools/pre-commit'), 0o755);
  await callAllowed(host, 'git_commit', { message: 'x' });
  expect(host.ran()).toEqual([false, false]);
  const hidden = withHook('pre-commit', 'tools');
  hidden.repository.write('.git/more', '[core]\n\thooksPath = tools\n');
  hidden.repository.git('config', 'include.path', 'more');
  const { answer } = await callAllowed(hidden, 'git_commit', { message: 'x' });
  expect([codeOf(answer), ...hidden.ran()]).toEqual(['CONFLICT', false, false]);
});

inSandbox('a push in the shell is for once where the configuration names programs', async () => {
  const host = createGitHost();
  host.repository.commit('first', { a: '1' });
  host.repository.git('remote', 'add', 'origin', 'git@127.0.0.1:x.git');
  const scopes = async () => {
    expect(codeOf(await host.call('shell_execute', { command: 'git push origin main' }))).toBe(
      'APPROVAL_PENDING',
    );
    const { id = '', card } = host.host.approvals.list().find(({ status }) => status === 'pending') ?? {};
    host.host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'test', via: 'terminal' });
    await host.host.approvals.wait(id, 0, AbortSignal.timeout(0));
    return card?.scopes;
  };
  expect(await scopes()).toEqual(['once', 'session']);
  host.repository.git('config', 'core.sshCommand', 'sh tools/x');
  expect(await scopes()).toEqual(['once']);
});

inSandbox('a commit is signed where no hook runs, and taken back where that fails', async () => {
  const host = withHook('pre-commit');
  const key = join(temporaryDirectory(), 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  host.repository.write('.git/hooks/pre-commit', `#!/bin/sh\ncat ${key} > inside || echo none > inside\n`);
  for (const [name, value] of [
    ['commit.gpgSign', 'true'],
    ['gpg.format', 'ssh'],
    ['user.signingKey', key],
  ] as const)
    host.repository.git('config', name, value);
  const { answer } = await callAllowed(host, 'git_commit', { message: 'x' });
  expect(answer).toMatchObject({ kind: 'result', ok: true });
  expect(host.repository.git('cat-file', 'commit', 'HEAD')).toContain('BEGIN SSH SIGNATURE');
  expect(readFileSync(join(host.root, 'inside'), 'utf8')).toBe('none\n');
  rmSync(key);
  const before = host.repository.git('rev-parse', 'HEAD');
  host.repository.write('a', '3');
  host.repository.git('add', 'a');
  const failed = await callAllowed(host, 'git_commit', { message: 'y' });
  expect(codeOf(failed.answer)).toBe('EXEC_FAILED');
  expect(host.repository.git('rev-parse', 'HEAD')).toBe(before);
  expect(host.repository.git('diff', '--cached', '--name-only')).toBe('a');
});

inSandbox('every hook that may run is shown, so that a usual one stops no pull and no commit', async () => {
  const host = withHook('pre-commit');
  for (const hook of ['post-rewrite', 'post-index-change', 'post-merge']) {
    host.repository.write(`.git/hooks/${hook}`, '#!/bin/sh\ntrue\n');
    chmodSync(join(host.repository.path, '.git/hooks', hook), 0o755);
  }
  const commit = await callAllowed(host, 'git_commit', { message: 'x' });
  expect(commit.answer).toMatchObject({ kind: 'result', ok: true });
  host.repository.git('clone', '--quiet', 'bare.git', 'other');
  const other = openRepository(join(host.root, 'other'));
  other.git('config', 'user.name', 'Bob');
  other.git('config', 'user.email', 'bob@example.com');
  for (const strategy of ['merge', 'rebase', 'ff-only'] as const) {
    other.git('fetch', '--quiet');
    other.commit(strategy, { [strategy]: '1' });
    other.git('push', '--quiet');
    const { answer } = await callAllowed(host, 'git_pull', { strategy, branch: 'main' });
    if (strategy !== 'ff-only') expect(answer, strategy).toMatchObject({ kind: 'result', ok: true });
    else
      expect(answer).toMatchObject({ error: { hint: expect.stringContaining('Both sides have commits') } });
  }
});
