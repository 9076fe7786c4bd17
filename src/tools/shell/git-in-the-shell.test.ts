import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/repository.ts';
import { createShellHost } from '../../../test/support/shell.ts';

async function shellInRepository() {
  const { root, host, approved, unasked } = await createShellHost();
  const repository = createRepository(root);
  writeFileSync(join(root, 'a.txt'), 'one\n');
  repository.commit('one');
  const run = (command: string) => approved.call('shell_execute', { command });
  const isAsked = async (command: string) =>
    (await unasked.call('shell_execute', { command })).code === 'APPROVAL_PENDING';
  return { root, host, repository, run, isAsked };
}

test('a rebase that stopped goes on, with the messages that are there', async () => {
  const { root, repository, run } = await shellInRepository();
  const { git } = repository;
  git('checkout', '--quiet', '-b', 'side');
  writeFileSync(join(root, 'a.txt'), 'side\n');
  repository.commit('side');
  git('checkout', '--quiet', '-b', 'other', 'HEAD~1');
  writeFileSync(join(root, 'a.txt'), 'other\n');
  repository.commit('other');
  expect(await run('git rebase side')).toMatchObject({ ok: false });
  writeFileSync(join(root, 'a.txt'), 'both\n');
  expect(await run('git add a.txt')).toMatchObject({ ok: true });
  expect(await run('git rebase --continue')).toMatchObject({ ok: true });
  expect(git('log', '--format=%s').split('\n')).toEqual(['other', 'side', 'one']);
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('both\n');
}, 60_000);

test('an agent may name the editor that takes what is there, and no other', async () => {
  const { host, run, isAsked } = await shellInRepository();
  expect(await isAsked('GIT_EDITOR=true git commit --amend')).toBe(true);
  expect(host.approvals.list().at(-1)).toMatchObject({ risk: 'MEDIUM' });
  expect(await isAsked('GIT_EDITOR="sh -c id" git commit --amend')).toBe(true);
  expect(
    host.approvals
      .list()
      .map(({ risk }) => risk)
      .sort(),
  ).toEqual(['CRITICAL', 'MEDIUM']);
  expect(await run('GIT_EDITOR=true git commit --amend --allow-empty')).toMatchObject({ ok: true });
}, 60_000);

test('tags and branches are made after a question, and listed without one', async () => {
  const { repository, run, isAsked } = await shellInRepository();
  for (const command of ['git tag v1', 'git branch x', 'git tag v2 HEAD']) {
    expect(await isAsked(command), command).toBe(true);
    expect(await run(command), command).toMatchObject({ ok: true });
  }
  expect(repository.git('tag')).toBe('v1\nv2');
  expect(repository.git('branch', '--list', 'x').trim()).toBe('x');
  for (const command of ['git tag -l v1 v2', 'git tag', 'git branch --contains HEAD x', 'git tag -n v1'])
    expect(await isAsked(command), command).toBe(false);
}, 60_000);

test('in a terminal git finds the editor that it always finds, unless the agent names one', async () => {
  const { approved } = await createShellHost();
  const printed = async (env: Record<string, string>) => {
    const args = { command: 'echo "[$GIT_EDITOR]"; sleep 1', pty: true, env, successPattern: '\\]' };
    const { data } = await approved.call('shell_start', args);
    return JSON.stringify(data);
  };
  expect(await printed({})).toContain('[]');
  expect(await printed({ GIT_EDITOR: 'true' })).toContain('[true]');
}, 60_000);
