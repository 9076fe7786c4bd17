import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';

test('looking around passes unasked, and what could show secrets or start something does not', async () => {
  const { decided, root } = createHooked();
  writeFileSync(join(root, 'a.txt'), 'x');
  writeFileSync(join(root, '.env'), 'KEY=1');
  symlinkSync(join(root, '.env'), join(root, 'link.txt'));
  for (const command of [
    'git status --short',
    'git log --oneline -5',
    'git diff --stat',
    'git remote -v',
    'git branch -v',
    'git --no-pager log --oneline -5',
    'git --no-pager --no-optional-locks diff --stat',
    `sed -n '1,40p' a.txt`,
    'node --version && npm --version',
    'rg -n "x" .',
  ])
    expect(await decided(...bash(command)), command).toBe('pass');
  for (const command of [
    'cat .env',
    'cat link.txt',
    'cat *',
    'grep -r KEY .',
    'find . -type f | xargs cat',
    `find . -name '*.ts' | xargs wc -l | sort -n | tail -5`,
    'rg --hidden KEY',
    'fd -x cat',
    'sort --files0-from=a.txt',
    'diff -r . ..',
    'command git status',
    'find . -exec git status ;',
    'git -c core.fsmonitor=./x status',
    'git -c core.pager=./x -p log',
    'git diff --no-index a.txt .env',
    'git --no-pager diff --no-index a.txt .env',
    'git --no-pager branch new',
    'git --no-pager -p log',
    'git diff --ext-diff',
    'git tag -v x',
    'tree -Lo 2 a.txt .',
    'tree -l',
    'find -L .',
    'find . -follow',
    'ls -RL',
    'du -aL',
    'fd -L x',
    'npm version',
    'go version',
    "git log --format='%h %GS'",
    'git grep --untracked KEY',
    'git config core.fsmonitor ./x',
    'git stash',
    'git branch new',
    `sed -n '1e id' a.txt`,
    'find . -exec cat {} +',
    'node a.js',
    'npm test',
    './x',
    'PATH=.:$PATH git status',
    'GIT_EXTERNAL_DIFF=./x git diff',
    'bash',
  ])
    expect(await decided(...bash(command)), command).not.toBe('pass');
});

test('git shows no file that its repository names, and compares nothing that it does not track', async () => {
  const { decided, root } = createHooked();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const printed = (command: string, cwd = root): string => {
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd });
    return `${stdout}${stderr}`;
  };
  put('config/server.pem', 'hunter2\n');
  put('empty/.keep', '');
  put('a.txt', 'one\n');
  put('b.txt', 'two\n');
  // Outside of a repository git compares any two directories.
  expect(printed('git diff empty config')).toContain('hunter2');
  for (const command of [
    'git diff empty config',
    'git diff -- empty config',
    'cd config; git diff ../empty .',
  ])
    expect(await decided(...bash(command)), command).not.toBe('pass');
  for (const command of ['git diff a.txt b.txt', 'git status', 'git diff'])
    expect(await decided(...bash(command)), command).toBe('pass');
  const inner = join(root, 'inner');
  put('inner/a.txt', 'one\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: inner, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-qm', 'x');
  expect(printed('git diff ../empty ../config', inner)).toContain('hunter2');
  expect(await decided(...bash('git diff ../empty ../config'), { cwd: inner })).not.toBe('pass');
  for (const command of ['git diff main HEAD', 'git diff HEAD a.txt', 'git blame a.txt'])
    expect(await decided(...bash(command), { cwd: inner }), command).toBe('pass');
  git('config', 'blame.ignoreRevsFile', '../config/server.pem');
  expect(printed('git blame a.txt', inner)).toContain('hunter2');
  expect(await decided(...bash('git blame a.txt'), { cwd: inner })).toBe('ask');
});

test('a question for a version is asked about where a file of the project decides what answers it', async () => {
  const { decided, root } = createHooked();
  expect(await decided(...bash('node --version'))).toBe('pass');
  mkdirSync(join(root, 'sub'));
  writeFileSync(join(root, 'go.mod'), 'module x\n\ngo 99.0\n');
  for (const command of ['go version', 'cd sub && go version'])
    expect(await decided(...bash(command)), command).toBe('ask');
});

test('git is asked about where the repository names programs of its own', async () => {
  const { decided, root } = createHooked();
  const vendor = join(root, 'vendor');
  mkdirSync(vendor);
  for (const place of [root, vendor]) execFileSync('git', ['init', '-q'], { cwd: place });
  const looks = ['git status', 'git diff', 'git log --oneline', 'cd src; git status'];
  mkdirSync(join(root, 'src'));
  for (const command of looks) expect(await decided(...bash(command)), command).toBe('pass');
  expect(await decided(...bash('cd vendor && git status'))).toBe('pass');
  appendFileSync(join(vendor, '.git/config'), '[core]\n\tfsmonitor = ./evil.sh\n');
  expect(await decided(...bash('cd vendor && git status'))).toBe('ask');
  expect(await decided(...bash('git status'), { cwd: vendor })).toBe('ask');
  expect(await decided(...bash('git status'))).toBe('pass');
  appendFileSync(join(root, '.git/config'), '[core]\n\tfsmonitor = ./evil.sh\n');
  for (const command of looks) expect(await decided(...bash(command)), command).toBe('ask');
});
