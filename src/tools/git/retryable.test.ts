import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callAllowed, createGitHost, createRepository } from '../../../test/support/repository.ts';

test('a conflict says whether the same call may succeed when it is made again', async () => {
  const host = createGitHost();
  const { repository, root } = host;
  const conflict = (retryable: boolean) => ({ error: { code: 'CONFLICT', retryable } });
  const answerTo = async (tool: string, args: object) => (await callAllowed(host, tool, args)).answer;
  repository.commit('first', { a: '1' });
  const { path: main } = createRepository(join(root, 'deps'));
  expect(await answerTo('remove_worktree', { worktreePath: main })).toMatchObject(conflict(false));
  expect(await answerTo('git_create_branch', { name: 'main' })).toMatchObject(conflict(false));
  expect(await answerTo('git_commit', { message: 'nothing' })).toMatchObject(conflict(false));
  repository.git('checkout', '--quiet', '--detach');
  expect(await answerTo('git_push', {})).toMatchObject(conflict(false));
  // Another git at work.
  repository.write('.git/index.lock', '');
  repository.write('a', '2');
  expect(await answerTo('git_add', { files: 'a' })).toMatchObject(conflict(true));
});
