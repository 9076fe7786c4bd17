import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createRepository } from '../../../../test/support/repository.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';
import { cleanHistories } from './clean-histories.ts';

const objectAt = (repo: string, id: string): string =>
  join(repo, '.git/objects', id.slice(0, 2), id.slice(2));

function hostileRepository() {
  const { root, home, dataDir } = makePlace();
  const repo = join(root, 'repo');
  const { git, commit } = createRepository(repo);
  commit('first', { 'notes.txt': 'notes\n' });
  const id = String(git('rev-parse', 'HEAD:notes.txt')).trim();
  const copy = async () =>
    (await cleanHistories({ cwd: repo, words: 'git log', roots: [root] }, dataDir)).get(join(repo, '.git'));
  return { repo, id, home, copy, dataDir };
}

inSandbox('the copy of a history follows no link out of the repository', async () => {
  const { repo, id, home, copy, dataDir } = hostileRepository();
  expect(await copy()).toBeDefined();
  const object = objectAt(repo, id);
  rmSync(object);
  symlinkSync(join(home, '.ssh/id_ed25519'), object);
  rmSync(join(dataDir, 'git-objects'), { recursive: true });
  expect(await copy()).toBeUndefined();
  expect(spawnSync('grep', ['-rl', '^key$', dataDir], { encoding: 'utf8' }).stdout).toBe('');
});

inSandbox('packs of another repository are not brought in by a link', async () => {
  const { repo, copy, home, dataDir } = hostileRepository();
  const other = join(home, 'private');
  const { git, commit } = createRepository(other);
  commit('private', { 'a.txt': 'kq7planted\n' });
  git('gc', '--quiet');
  rmSync(join(repo, '.git/objects/pack'), { recursive: true, force: true });
  symlinkSync(join(other, '.git/objects/pack'), join(repo, '.git/objects/pack'));
  writeFileSync(join(repo, '.git/packed-refs'), `${String(git('rev-parse', 'HEAD')).trim()} refs/heads/x\n`);
  const objects = await copy();
  const blob = String(git('rev-parse', 'HEAD:a.txt')).trim();
  const shown = spawnSync('git', ['--git-dir', join(repo, '.git'), 'cat-file', '-p', blob], {
    encoding: 'utf8',
    env: { ...process.env, GIT_OBJECT_DIRECTORY: objects ?? dataDir },
  });
  expect(shown.stdout).toBe('');
});

inSandbox('an object that is a pipe holds nobody up', { timeout: 60_000 }, async () => {
  const { repo, id, copy } = hostileRepository();
  const object = objectAt(repo, id);
  renameSync(object, `${object}.old`);
  mkdirSync(dirname(object), { recursive: true });
  spawnSync('mkfifo', [object]);
  const started = performance.now();
  expect(await copy()).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(45_000);
});
