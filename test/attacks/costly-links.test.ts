import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCostlyLinks } from '../support/costly-links.ts';
import { createTestHost, dataOf } from '../support/host.ts';
import { longestWait } from '../support/longest-wait.ts';
import { createRepository } from '../support/repository.ts';

/** Less than a person notices on a quiet machine; others run tests beside this one. */
const MOST_WAIT_MS = 3000;
const LONG = { timeout: 300_000 };

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}`);

test('links that are costly to follow are read while others get their answers', LONG, async () => {
  const made = createTestHost();
  makeCostlyLinks(made.root, names(60));
  const read = made.call('read_file', { path: 'l0' });
  const { worst } = await longestWait(made, read);
  expect(dataOf(await read)).toMatchObject({ content: 'hello\n' });
  expect(worst).toBeLessThan(MOST_WAIT_MS);
  for (const count of [10, 60]) {
    const command = `cat ${names(count).join(' ')}`;
    const { worst } = await longestWait(made, made.call('shell_execute', { command }));
    expect(worst, String(count)).toBeLessThan(MOST_WAIT_MS);
  }
});

test('git looks through a repository with costly links while others get their answers', LONG, async () => {
  const made = createTestHost();
  const repository = createRepository(join(made.root, 'r'));
  repository.commit('first', { 'a.txt': 'one\n' });
  makeCostlyLinks(join(repository.path, '.git'), names(8));
  mkdirSync(join(repository.path, '.git/refs/far'));
  makeCostlyLinks(join(repository.path, '.git/refs/far'), names(30));
  for (const [tool, args] of [
    ['get_git_status', { projectPath: repository.path }],
    ['git_log', { repositoryPath: repository.path }],
  ] as const) {
    const { worst } = await longestWait(made, made.call(tool, args));
    expect(worst, tool).toBeLessThan(MOST_WAIT_MS);
  }
});

test('a repository with a link that leads to itself is refused', async () => {
  const made = createTestHost();
  const repository = createRepository(join(made.root, 'r'));
  repository.commit('first', { 'a.txt': 'one\n' });
  symlinkSync('loop', join(repository.path, '.git/loop'));
  expect(await made.call('git_log', { repositoryPath: repository.path })).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION', message: expect.stringContaining('is a loop of links') },
  });
});

test('a repository with more links than git makes is refused', async () => {
  const made = createTestHost();
  const repository = createRepository(join(made.root, 'r'));
  repository.commit('first', { 'a.txt': 'one\n' });
  makeCostlyLinks(join(repository.path, '.git'), names(101));
  expect(await made.call('git_log', { repositoryPath: repository.path })).toMatchObject({
    ok: false,
    error: { code: 'TOO_LARGE', message: expect.stringContaining('links that git does not make') },
  });
});
