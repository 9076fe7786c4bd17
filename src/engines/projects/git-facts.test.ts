import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { insideOf } from '../files/open/reach.ts';
import { gitFactsOf } from './git-facts.ts';
import { createProjectFiles } from './project-files.ts';

test('branch and remote come from the files of a repository and of its worktrees', () => {
  const root = realpathSync(temporaryDirectory());
  const main = join(root, 'main');
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  const git = (...args: string[]) => execFileSync('git', args, { stdio: 'pipe' });
  git('init', '-q', '-b', 'trunk', main);
  const files = createProjectFiles(insideOf([root]));
  expect(gitFactsOf(files, main)).toEqual({ currentBranch: 'trunk' });
  git('-C', main, ...identity, 'commit', '-q', '--allow-empty', '-m', 'first');
  git('-C', main, 'remote', 'add', 'upstream', 'git@example.com:up/stream.git');
  git('-C', main, 'remote', 'add', 'origin', 'https://user:token@example.com/me/it.git');
  git('-C', main, 'worktree', 'add', '-q', '-b', 'feature/x', join(root, 'tree'));
  const gitRemote = 'https://example.com/me/it.git';
  expect(gitFactsOf(files, main)).toEqual({ gitRemote, currentBranch: 'trunk' });
  expect(gitFactsOf(files, join(root, 'tree'))).toEqual({ gitRemote, currentBranch: 'feature/x' });
  git('-C', main, 'checkout', '-q', '--detach');
  expect(gitFactsOf(files, main)).toEqual({ gitRemote });
  expect(gitFactsOf(files, root)).toEqual({});
});
