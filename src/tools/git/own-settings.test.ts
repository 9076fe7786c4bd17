import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { callAllowed, codeOf, createGitHost } from '../../../test/support/repository.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';

function withRemote() {
  const host = createGitHost();
  const { repository, root } = host;
  repository.commit('first', { a: '1\n' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('remote', 'add', 'origin', join(root, 'bare.git'));
  repository.git('fetch', '--quiet', 'origin');
  repository.commit('second', { a: '2\n' });
  return host;
}

inSandbox('what a repository includes is read as git will read it', async () => {
  const host = createGitHost();
  const { repository, root } = host;
  const marker = join(temporaryDirectory(), 'ran');
  repository.commit('first', { a: '1\n', '.gitattributes': 'a filter=x\n' });
  repository.write('more.cfg', `[filter "x"]\n\tclean = "touch ${marker}; tr 1 2"\n`);
  repository.git('config', 'include.path', '/proc/self/cwd/more.cfg');
  repository.write('a', '1\n');
  execFileSync('touch', ['-d', '2001-01-01', join(root, 'a')]);
  const shown = JSON.stringify(dataOf(await host.call('git_diff', { repositoryPath: root })));
  expect(shown).not.toContain('+2');
  expect(existsSync(marker)).toBe(false);
  repository.git('diff');
  expect(existsSync(marker)).toBe(true);
});

test.each([
  ['http.proxy', 'http://127.0.0.1:1'],
  ['http.https://example.com/.sslVerify', 'false'],
  ['http.sslCAInfo', 'ca.pem'],
  ['http.curloptResolve', 'example.com:443:127.0.0.1'],
  ['remote.origin.proxy', 'http://127.0.0.1:1'],
  ['remote.evil.uploadpack', 'touch ran; false'],
  ['remote.evil.promisor', 'true'],
  ['extensions.partialClone', 'evil'],
  ['credential.protectProtocol', 'false'],
  ['ssh.variant', 'simple'],
  ['include.path', '/more.cfg'],
  ['includeIf.onbranch:main.path', '../more.cfg'],
  ['hook.x.command', 'touch ran'],
])('a repository with %s of its own reaches no remote', async (key, value) => {
  const host = withRemote();
  host.repository.git('config', key, value);
  for (const tool of ['git_push', 'git_pull'])
    expect(await host.call(tool, {}), tool).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringMatching(new RegExp(`sets ${key}`, 'i')) },
    });
  expect(host.host.approvals.list()).toEqual([]);
});

test('a refusal says nothing of what an included file holds', async () => {
  const host = withRemote();
  host.repository.write('.my.cnf', '[client]\n\tpassword = planted_value\n');
  host.repository.git('config', 'include.path', '../.my.cnf');
  const answer = await host.call('git_pull', {});
  expect(answer).toMatchObject({ error: { message: expect.stringContaining('client.password') } });
  expect(JSON.stringify(answer)).not.toContain('planted_value');
});

test('one with settings of everyday does', async () => {
  const host = withRemote();
  for (const [key, value] of [
    ['http.extraHeader', 'X-Build: 1'],
    ['http.sslVerify', 'true'],
    ['include.path', '../.gitconfig'],
    ['alias.st', 'status'],
    ['lfs.url', 'https://example.com/lfs'],
    ['branch.main.vscode-merge-base', 'origin/main'],
    ['core.excludesFile', '.ignored'],
    ['remote.origin.promisor', 'true'],
    ['credential.username', 'ada'],
    ['submodule.lib.update', 'rebase'],
  ] as const)
    host.repository.git('config', key, value);
  host.repository.write('.gitconfig', '[pull]\n\trebase = true\n');
  const { answer } = await callAllowed(host, 'git_push', { setUpstream: true });
  expect(dataOf(answer)).toMatchObject({ updated: true });
  expect(host.repository.git('config', 'branch.main.merge')).toBe('refs/heads/main');
  expect(dataOf((await callAllowed(host, 'git_pull', {})).answer)).toMatchObject({ updated: false });
});

inSandbox('settings that a running program exchanges start nothing', async () => {
  const host = createGitHost();
  const marker = join(temporaryDirectory(), 'ran');
  host.repository.commit('first', { a: '1\n' });
  host.repository.write(
    'flip.sh',
    `git init -q sub; cd sub; echo '* filter=x' > .gitattributes; echo 1 > f
git add -A; git -c user.name=a -c user.email=a@b commit -qm 1; touch -d 2001-01-01 f
cp .git/config good; cp good bad; printf '[filter "x"]\\n\\tclean = "touch ${marker}; cat"\\n' >> bad
while :; do for one in good bad; do cp $one .git/c2; mv .git/c2 .git/config; done; done\n`,
  );
  const started = await callAllowed(host, 'shell_start', {
    command: 'sh flip.sh',
    access: ['write'],
    reason: 'x',
  });
  const { processId } = dataOf(started.answer);
  const sub = join(host.root, 'sub');
  for (let tries = 0; tries < 100 && !existsSync(join(sub, 'bad')); tries++)
    await new Promise((done) => setTimeout(done, 50));
  for (let tries = 0; tries < 25; tries++) await host.call('get_git_status', { repositoryPath: sub });
  expect(existsSync(marker)).toBe(false);
  await host.call('shell_stop', { processId });
  // The same program, where nothing stops it.
  for (let tries = 0; tries < 25 && !existsSync(marker); tries++) {
    execFileSync('cp', [join(sub, 'bad'), join(sub, '.git/config')]);
    execFileSync('touch', ['-d', `@${tries}`, join(sub, 'f')]);
    execFileSync('git', ['-C', sub, 'status']);
  }
  expect(existsSync(marker)).toBe(true);
});

test('switching to a branch that only the remote has makes one that follows it', async () => {
  const host = withRemote();
  const { repository } = host;
  repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/feature/x');
  repository.git('fetch', '--quiet', 'origin');
  const { answer } = await callAllowed(host, 'git_switch', { branch: 'feature/x' });
  expect(dataOf(answer)).toMatchObject({ branch: 'feature/x' });
  expect(repository.git('config', 'branch.feature/x.remote')).toBe('origin');
  repository.git('remote', 'add', 'other', join(host.root, 'bare.git'));
  repository.git('fetch', '--quiet', 'other');
  repository.git('push', '--quiet', 'origin', 'HEAD:refs/heads/both');
  repository.git('fetch', '--quiet', '--all');
  expect(codeOf((await callAllowed(host, 'git_switch', { branch: 'both' })).answer)).toBe('NOT_FOUND');
  repository.git('config', 'checkout.defaultRemote', 'other');
  await callAllowed(host, 'git_switch', { branch: 'both' });
  expect(repository.git('config', 'branch.both.remote')).toBe('other');
});
