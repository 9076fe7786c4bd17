import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { createRepository } from '../../../../test/support/repository.ts';
import { isHarmful } from './harmful-parts.ts';

/** A rebase that stopped, with these steps still to come. */
function rebase(todo: string): string {
  const directory = join(temporaryDirectory(), 'rebase-merge');
  mkdirSync(directory);
  writeFileSync(join(directory, 'git-rebase-todo'), todo);
  return directory;
}

test.each(['exec make\n', 'pick abc one\n  x make\n', 'exec\tmake'])(
  'a rebase that would run %j is harmful',
  (todo) => {
    expect(isHarmful(rebase(todo))).toBe(true);
  },
);

test.each(['pick abc exec it\n', '', '# x\n'])('one with %j is not', (todo) => {
  expect(isHarmful(rebase(todo))).toBe(false);
});

test.each(['\n', ' ', 'x'])('a megabyte of %j holds nobody up', (part) => {
  const started = performance.now();
  isHarmful(rebase(part.repeat(1_000_000)));
  expect(performance.now() - started).toBeLessThan(2000);
});

/** What git keeps in a directory of this name. */
function stopped(name: string, files: Readonly<Record<string, string>>): string {
  const directory = join(temporaryDirectory(), name);
  mkdirSync(directory);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  return directory;
}

test.each([
  ['rebase-merge', { strategy: 'x/evil\n' }],
  ['rebase-merge', { strategy: 'evil' }],
  ['rebase-merge', { strategy_opts: " --ours 'x y'" }],
  ['rebase-merge', { gpg_sign_opt: '-S/etc/key' }],
  ['rebase-merge', { 'author-script': "GIT_AUTHOR_NAME='a'; touch x\n" }],
  ['rebase-merge', { autostash: '--index' }],
  ['rebase-merge', { 'head-name': '../config\n' }],
  ['rebase-merge', { 'of-another-version': '' }],
  ['rebase-apply', { 'apply-opt': "'--unsafe-paths'" }],
  ['sequencer', { opts: '[options]\n\tstrategy = x/evil\n' }],
  ['sequencer', { opts: '[include]\n\tpath = x\n' }],
  ['sequencer', { todo: 'exec make\n' }],
])('what starts a program when somebody goes on is harmful: %s %j', (name, files) => {
  expect(isHarmful(stopped(name, files))).toBe(true);
});

test('a link in the state of a rebase is harmful', () => {
  const directory = stopped('rebase-merge', { 'git-rebase-todo': 'pick abc one\n' });
  symlinkSync('/etc/passwd', join(directory, 'message'));
  expect(isHarmful(directory)).toBe(true);
});

/** A branch whose commits cannot be put on another one. */
function conflicting() {
  const repository = createRepository(temporaryDirectory());
  repository.commit('first', { 'a.txt': 'one\n' });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit("it's\nmore", { 'a.txt': 'two\n' });
  repository.commit('third', { 'a.txt': 'three\n' });
  repository.git('checkout', '-q', 'main');
  repository.commit('other', { 'a.txt': 'four\n' });
  return repository;
}

test.each([
  ['rebase', 'side^{commit}', '--onto', 'main', 'main'],
  ['rebase', 'main', 'side'],
  ['rebase', '--apply', 'main', 'side'],
  ['rebase', '--apply', '-C1', '--whitespace=fix', '--ignore-date', 'main', 'side'],
  ['rebase', '-i', '--autosquash', '-s', 'ort', '-X', 'diff-algorithm=patience', 'main', 'side'],
  ['rebase', '--rebase-merges', '--update-refs', '--signoff', '--autostash', 'main', 'side'],
  ['rebase', '--committer-date-is-author-date', '--empty=keep', '-X', 'subtree=x', 'main', 'side'],
  ['cherry-pick', 'main..side'],
  ['cherry-pick', '-x', '-s', '--strategy=ort', '-X', 'patience', 'main..side'],
  ['revert', '--no-edit', 'HEAD', 'HEAD~1'],
])('what git itself leaves when it stops is harmless: git %s %s %s %s', (...args) => {
  const { path, git } = conflicting();
  git('config', 'core.editor', 'true');
  git('config', 'sequence.editor', 'sed -i 1s/pick/edit/');
  try {
    git(...args);
  } catch {
    // It stops at the conflict.
  }
  const parts = ['rebase-merge', 'rebase-apply', 'sequencer'].map((name) => join(path, '.git', name));
  expect(parts.filter(isHarmful)).toEqual([]);
});

test('a mail that cannot be applied leaves nothing harmful', () => {
  const { path, git, write } = conflicting();
  write('x.patch', `${git('format-patch', '--stdout', 'main..side')}\n`);
  expect(() => git('am', '-3', '--scissors', '--whitespace=fix', 'x.patch')).toThrow();
  expect(existsSync(join(path, '.git/rebase-apply'))).toBe(true);
  expect(isHarmful(join(path, '.git/rebase-apply'))).toBe(false);
});
