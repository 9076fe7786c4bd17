import { expect, test } from 'vitest';
import { callAllowed, createGitHost } from '../../../test/support/repository.ts';

const WRITES = 'It may change files in the open directories.';

test('the card of git_add shows what is staged, and the new content of files that git knows', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { 'a.txt': 'one\n', 'b.txt': 'one\n', 'other.txt': 'x\n' });
  repository.write('a.txt', 'two\n');
  repository.git('rm', '--quiet', '--cached', 'b.txt');
  repository.write('new/c.txt', 'x\n');
  repository.write('other.txt', 'y\n');
  const { card } = await callAllowed(host, 'git_add', { files: ['a.txt', 'b.txt', 'new/c.txt'] });
  expect(card?.preview.split('\n').slice(0, 4)).toEqual([
    `Stage in ${host.root}:`,
    'modified a.txt',
    'new b.txt',
    'new new/c.txt',
  ]);
  expect(card?.preview).toContain('+two');
  expect(card?.preview).not.toContain('other.txt');
});

test('the card of git_switch names both branches and the files that change, and no network', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { 'a.txt': 'one\n' });
  repository.git('switch', '--quiet', '--create', 'feature');
  const head = repository.commit('second', { 'a.txt': 'two\n', 'b.txt': 'x\n' }).slice(0, 9);
  repository.git('switch', '--quiet', 'main');
  const { card } = await callAllowed(host, 'git_switch', { branch: 'feature' });
  expect(card?.preview.split('\n')).toEqual([
    `Switch from main to feature (${head})`,
    `in ${host.root}`,
    '2 files change:',
    'modified a.txt +1 -1',
    'added b.txt +1 -0',
  ]);
  expect(card?.details).toEqual([WRITES]);
  const created = await callAllowed(host, 'git_switch', { branch: 'third', create: true });
  expect(created.card?.preview).toBe(
    `Create third at feature (${head}) and switch to it\nin ${host.root}\nNo file changes.`,
  );
});

test('the card of git_switch says where git may fetch contents', async () => {
  const host = createGitHost();
  const { repository } = host;
  repository.commit('first', { 'a.txt': 'one\n' });
  repository.git('branch', 'feature');
  repository.git('config', 'remote.origin.promisor', 'true');
  const { card } = await callAllowed(host, 'git_switch', { branch: 'feature' });
  expect(card?.preview).toContain('Git may fetch contents from the remote: this is a partial clone.');
});
