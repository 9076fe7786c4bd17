import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createRepository } from '../../../../test/support/repository.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

const PLANTED = 'kq7planted9secret2value';

/** Where secrets lie that are not files of the project. */
const ODD = [
  'node_modules/pkg/.env',
  'venv/lib/.env.local',
  '.cache/tool/.netrc',
  'node_modules/dep/.git/objects/pack/pack-1.pack',
  '.cache/mirror.git/objects/pack/pack-1.pack',
  'node_modules/store/objects/pack/pack-1.pack',
  '.git/modules/p/a/b/c/d/e/f/g/h/i/j/objects/pack/pack-1.pack',
  '.git/worktrees/w/modules/sub/objects/pack/pack-1.pack',
  '.git/worktrees/w/COMMIT_EDITMSG',
  '.git/worktrees/w/rebase-merge/patch',
  '.git/COMMIT_EDITMSG',
  '.git/MY_NOTES',
  '.git/info/tokens',
  '.git/rr-cache/1/preimage',
  'shared/objects/pack/pack-1.pack',
  '.svn/pristine/ab/abcd.svn-base',
  '.hg/store/data/x.i',
  '#.env#',
  '.server.key.swo',
  'server.pem.1',
  'server.pem~~',
];

inSandbox('secrets in places that are no files of the project are out of sight', async () => {
  const { root, run } = makePlace();
  const { git, commit } = createRepository(join(root, 'repo'));
  const repo = join(root, 'repo');
  commit('first', { 'a.txt': 'one\n', 'node_modules/pkg/index.js': 'code\n' });
  for (const name of [
    ...ODD,
    'shared/objects/info/packs',
    'node_modules/store/objects/info/packs',
    '.cache/mirror.git/HEAD',
    '.git/worktrees/w/modules/sub/HEAD',
    '.git/modules/p/a/b/HEAD',
  ]) {
    mkdirSync(dirname(join(repo, name)), { recursive: true });
    writeFileSync(join(repo, name), `${PLANTED}\n`);
  }
  writeFileSync(join(repo, '.git/modules/p/a/b/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(repo, '.git/worktrees/w/modules/sub/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(repo, 'shared/objects/info/packs'), '');
  git('config', 'extensions.worktreeConfig', 'true');
  writeFileSync(
    join(repo, '.git/config.worktree'),
    `[http "https://x"]\n\textraheader = Authorization: ${PLANTED}\n`,
  );
  const { stdout } = await run([], `cd repo; grep -rla ${PLANTED} . ; cat node_modules/pkg/index.js a.txt`);
  expect(stdout.text).toBe('code\none\n');
});

inSandbox('addresses in what git notes down have no token, and the notes can still be read', async () => {
  const { root, run } = makePlace();
  const { commit } = createRepository(join(root, 'repo'));
  const repo = join(root, 'repo');
  commit('first', { 'a.txt': 'one\n' });
  const address = `https://me:p@${PLANTED}/'@host.test/x.git`;
  const id = 'a'.repeat(40);
  for (const note of ['.git/logs/refs/heads/side', '.git/worktrees/w/logs/HEAD']) {
    mkdirSync(dirname(join(repo, note)), { recursive: true });
    writeFileSync(join(repo, note), `${id} ${id} A <a@b.c> 1700000000 +0000\tpull ${address} main: Fast\n`);
  }
  writeFileSync(join(repo, '.git/FETCH_HEAD'), `${id}\t\tbranch 'main' of ${address}\n`);
  const look = `cd repo; grep -rla ${PLANTED} . ; cat .git/FETCH_HEAD .git/logs/refs/heads/side`;
  const { stdout } = await run([], look);
  expect(stdout.text).toContain("branch 'main' of https://host.test/x.git");
  expect(stdout.text).toContain('pull https://host.test/x.git main: Fast');
  expect(stdout.text).not.toContain(PLANTED);
});

inSandbox('thousands of working trees and reflogs hold nobody up', { timeout: 60_000 }, async () => {
  const { root, run } = makePlace();
  const { commit } = createRepository(join(root, 'repo'));
  commit('first', { 'a.txt': 'one\n' });
  const gitDir = join(root, 'repo/.git');
  for (let i = 0; i < 3000; i++) {
    mkdirSync(join(gitDir, 'worktrees', `w${i}`), { recursive: true });
    writeFileSync(join(gitDir, 'logs/refs/heads', `b${i}`), PLANTED);
  }
  const started = performance.now();
  const { stdout } = await run([], `cd repo; cat a.txt; grep -rl ${PLANTED} .git/logs; ls .git/worktrees`);
  expect(stdout.text).toBe('one\n');
  // One that may write changes none of them, and makes no more.
  const writing =
    'cd repo; echo two > a.txt; echo x > .git/worktrees/w7/config; mkdir .git/worktrees/new; cat a.txt';
  expect((await run(['write'], writing)).stdout.text).toBe('two\n');
  expect(existsSync(join(gitDir, 'worktrees/w7/config'))).toBe(false);
  expect(existsSync(join(gitDir, 'worktrees/new'))).toBe(false);
  expect(performance.now() - started).toBeLessThan(10_000);
});
