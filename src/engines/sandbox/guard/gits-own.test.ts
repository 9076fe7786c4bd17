import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRepository } from '../../../../test/support/repository.ts';
import { inSandbox, makePlace } from '../../../../test/support/sandbox-place.ts';

const IDENTITY = ['NAME', 'EMAIL'].flatMap((part) =>
  ['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_${part}`, 't@t'] as const),
);
const env = {
  ...process.env,
  ...Object.fromEntries(IDENTITY),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_EDITOR: 'true',
};

/** A repository, and a way to run scripts in it as git runs its hooks. */
function prepare(setup: string) {
  const place = makePlace();
  const root = join(place.root, 'repo');
  createRepository(root).commit('first', { 'a.txt': 'one\n' });
  execFileSync('bash', ['-c', `echo node_modules > .git/info/exclude; ${setup}`], {
    cwd: root,
    env,
    stdio: 'pipe',
  });
  const runGit = (script: string) => place.run(['write'], `cd repo; ${script}`, { mayConfigureGit: true });
  const runBare = (script: string) => spawnSync('bash', ['-c', script], { cwd: root, env });
  return { root, runGit, runBare };
}

type Place = ReturnType<typeof prepare>;

/** Whether what a person does there later starts a program. */
const startsProgram = ({ root }: Place, command: string): boolean => {
  spawnSync('bash', ['-c', command], { cwd: root, env });
  return existsSync(join(root, 'MARK'));
};

const STOPPED_WITH_EXEC =
  'echo 2 > a.txt; git commit -qam second; echo 3 > a.txt; git commit -qam third; GIT_SEQUENCE_EDITOR="sed -i 1ibreak" git rebase -q -x true -i HEAD~2';
const TODO = '.git/rebase-merge/git-rebase-todo';
const GO_ON = 'git rebase --continue';

inSandbox.each([
  ['a line is added to it', `echo exec touch MARK >> ${TODO}`],
  ['a line becomes another', `sed -i "s/^exec true/exec touch MARK/" ${TODO}`],
  [
    'it gets a file of its own',
    'mkdir t; printf "#!/bin/sh\\ntouch MARK\\n" > t/git-merge-evil; chmod +x t/git-merge-evil; echo evil > .git/rebase-merge/strategy',
  ],
])('a stopped rebase of a person that runs programs is taken back where %s', async (_, change) => {
  const goOn = `git commit -q --allow-empty -m between; PATH=$PWD/t:$PATH ${GO_ON}`;
  const bare = prepare(STOPPED_WITH_EXEC);
  bare.runBare(change);
  expect(startsProgram(bare, goOn)).toBe(true);
  const place = prepare(STOPPED_WITH_EXEC);
  const { setAside } = await place.runGit(change);
  expect(setAside).toEqual([join(place.root, '.git/rebase-merge.set-aside')]);
  expect(startsProgram(place, goOn)).toBe(false);
});

inSandbox('git goes on with a stopped rebase that runs programs, and commits meanwhile', async () => {
  const { root, runGit } = prepare(STOPPED_WITH_EXEC.replace('-x true', '-x true -x "test -e b.txt"'));
  const git = 'git -c user.name=t -c user.email=t@t';
  const committed = await runGit(`${git} commit -q --allow-empty -m between`);
  expect([committed.exitCode, committed.setAside]).toEqual([0, []]);
  // It stops again at the program that fails, with one step less to do.
  const stopped = await runGit(`GIT_EDITOR=true ${git} rebase --continue`);
  expect([stopped.exitCode, stopped.setAside, existsSync(join(root, TODO))]).toEqual([1, [], true]);
  const ended = await runGit(`touch b.txt; GIT_EDITOR=true ${git} rebase --continue`);
  expect([ended.exitCode, ended.setAside, existsSync(join(root, TODO))]).toEqual([0, [], false]);
});

/** A repository where nobody looks, with a working tree as git itself would make one. */
const ELSEWHERE = String.raw`
elsewhere() {
  t=$PWD/node_modules/x/t; mkdir -p $t/objects $t/refs $t/worktrees/z $1
  echo ref: refs/heads/main | tee $t/HEAD > $t/worktrees/z/HEAD
  printf '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "touch %s/MARK; false"\n' "$PWD" > $t/config
  echo ../.. > $t/worktrees/z/commondir; echo $PWD/$1/.git > $t/worktrees/z/gitdir
}
`;

inSandbox.each([
  ['a new one', 'mkdir src', 'src', '>'],
  ['that of a working tree, replaced', 'git worktree add -q src -b side', 'src', '> y; mv y'],
  ['that of a working tree, written over', 'git worktree add -q src -b side', 'src', '>'],
])('a .git file that names a repository nobody looked at: %s', async (_, setup, directory, into) => {
  const change = `${ELSEWHERE}elsewhere ${directory}; echo gitdir: $t/worktrees/z ${into} ${directory}/.git`;
  const visit = `cd ${directory} && git status`;
  const bare = prepare(setup);
  bare.runBare(change);
  expect(startsProgram(bare, visit)).toBe(true);
  const place = prepare(setup);
  const file = join(place.root, directory, '.git');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const { setAside } = await place.runGit(change);
  expect(setAside).toEqual([`${file}.set-aside`]);
  expect(startsProgram(place, visit)).toBe(false);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(before);
});

inSandbox.each([
  'git worktree add -q ../tree -b side',
  'git worktree move old moved',
  'git worktree add -q ../tree -b side && git worktree remove ../tree',
  'git clone -q --bare . ../bare.git && git -C ../bare.git worktree add -q ../tree -b side',
  'git init -q new && git -C new -c user.name=t -c user.email=t@t commit -q --allow-empty -m x && git -C new worktree add -q ../tree',
])('working trees that git itself makes stay: %s', async (script) => {
  const { runGit } = prepare('git worktree add -q old -b old');
  const { exitCode, setAside } = await runGit(script);
  expect([exitCode, setAside]).toEqual([0, []]);
});

inSandbox('a working tree that is made to share what nobody looked at is taken back', async () => {
  const setup = 'git worktree add -q tree -b side';
  const change = `${ELSEWHERE}elsewhere tree; echo $t > .git/worktrees/tree/commondir`;
  const bare = prepare(setup);
  bare.runBare(change);
  expect(startsProgram(bare, 'cd tree && git status')).toBe(true);
  const place = prepare(setup);
  const { setAside } = await place.runGit(change);
  const file = join(place.root, '.git/worktrees/tree/commondir');
  expect(setAside).toEqual([`${file}.set-aside`]);
  expect(startsProgram(place, 'cd tree && git status')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('../..\n');
});
