import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../../test/support/host.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { codeOf, createGitHost } from '../../../../test/support/repository.ts';
import { diffArguments } from './diff.ts';

/** A file outside, and a repository with one named like what follows a ref on git's command line. */
function createLure() {
  const host = createGitHost();
  const { root, repository } = host;
  const outside = join(temporaryDirectory(), 'private.txt');
  writeFileSync(outside, 'private words\n');
  repository.commit('first', { a: '1\n' });
  repository.write('--', 'mine\n');
  const git = (args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return { ...host, outside, git };
}

test('a path in the place of a ref shows no file outside', async () => {
  const { call, root, outside, git } = createLure();
  expect(git(['diff', '--end-of-options', outside, '--']).stdout).toContain('private words');
  const place = { top: root, gitDir: join(root, '.git'), commonDir: join(root, '.git'), base: root };
  const shown = git(diffArguments({ staged: false, ref: outside }, place));
  expect(shown).toMatchObject({ status: 128, stdout: '' });
  for (const ref of [outside, '..', '../x', 'a/../../x', '.'])
    for (const tool of ['git_diff', 'git_log', 'git_show'])
      expect(codeOf(await call(tool, { ref })), ref).toBe('VALIDATION');
});

test('a diff between commits of a bare repository is whole', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: '1\n', 'dir/b': '1\n' });
  repository.commit('second', { a: '2\n', 'dir/b': '2\n' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  expect(dataOf(await call('git_diff', { repositoryPath: 'bare.git', ref: 'main~1..main' }))).toMatchObject({
    files: [{ path: 'a' }, { path: 'dir/b' }],
  });
});
