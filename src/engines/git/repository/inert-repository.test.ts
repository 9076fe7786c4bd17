import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { isInertRepository } from './inert-repository.ts';

const git = (cwd: string, ...args: string[]): void =>
  void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd, stdio: 'pipe' });

/** A repository with a commit, and a program that leaves a mark when git starts it. */
function createRepository() {
  const top = temporaryDirectory();
  const mark = join(top, '.git', 'ran');
  git(top, 'init', '-q');
  writeFileSync(join(top, 'a.txt'), 'one\n');
  git(top, 'add', '.');
  git(top, 'commit', '-qm', 'x');
  const program = join(top, '.git', 'evil.sh');
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat "$@" 2>/dev/null\nexit 0\n`);
  chmodSync(program, 0o755);
  return { top, mark, program, config: (text: string) => appendFileSync(join(top, '.git/config'), text) };
}

type Made = ReturnType<typeof createRepository>;

const ARMED: readonly (readonly [string, readonly string[], (made: Made) => void])[] = [
  ['fsmonitor', ['status'], ({ config, program }) => config(`[core]\n\tfsmonitor = ${program}\n`)],
  [
    'a filter',
    ['diff'],
    ({ top, config, program }) => {
      config(`[filter "x"]\n\tclean = ${program}\n`);
      writeFileSync(join(top, '.gitattributes'), '* filter=x\n');
      writeFileSync(join(top, 'a.txt'), 'two\n');
    },
  ],
  [
    'textconv',
    ['log', '-p'],
    ({ top, config, program }) => {
      config(`[diff "x"]\n\ttextconv = ${program}\n`);
      writeFileSync(join(top, '.gitattributes'), '* diff=x\n');
    },
  ],
  [
    'an external diff',
    ['diff'],
    ({ top, config, program }) => {
      config(`[diff]\n\texternal = ${program}\n`);
      writeFileSync(join(top, 'a.txt'), 'two\n');
    },
  ],
  [
    'a file it includes',
    ['status'],
    ({ top, config, program }) => {
      writeFileSync(join(top, 'more'), `[core]\n\tfsmonitor = ${program}\n`);
      config('[include]\n\tpath = ../more\n');
    },
  ],
  [
    'a viewer of manuals',
    ['log', '--help'],
    ({ config, program }) => config(`[man]\n\tviewer = x\n[man "x"]\n\tcmd = ${program}\n`),
  ],
  [
    'a merge driver',
    ['log', '--remerge-diff', '-1'],
    ({ top, config, program }) => {
      config(`[merge "x"]\n\tdriver = ${program} %A\n`);
      writeFileSync(join(top, '.gitattributes'), '* merge=x\n');
      git(top, 'checkout', '-qb', 'other');
      writeFileSync(join(top, 'a.txt'), 'two\n');
      git(top, 'commit', '-qam', 'two');
      git(top, 'checkout', '-q', '-');
      writeFileSync(join(top, 'a.txt'), 'three\n');
      git(top, 'commit', '-qam', 'three');
      git(top, 'merge', '-q', '-X', 'ours', '-m', 'x', 'other');
    },
  ],
  [
    'a hook of the index',
    ['status'],
    ({ top, mark }) => {
      const hook = join(top, '.git/hooks/post-index-change');
      mkdirSync(join(top, '.git/hooks'), { recursive: true });
      writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
      // What was touched is looked at anew, and the index written.
      writeFileSync(join(top, 'a.txt'), 'one\n');
    },
  ],
  [
    'a repository inside it',
    ['status'],
    ({ top, program }) => {
      const inner = join(top, 'inner');
      mkdirSync(inner);
      git(inner, 'init', '-q');
      git(inner, 'commit', '-q', '--allow-empty', '-m', 'x');
      git(top, 'add', 'inner');
      appendFileSync(join(inner, '.git/config'), `[core]\n\tfsmonitor = ${program}\n`);
    },
  ],
];

test.each(ARMED)('%s starts a program when git looks around, so it is not inert', async (_, words, arm) => {
  const made = createRepository();
  expect(await isInertRepository(made.top, [made.top])).toBe(true);
  arm(made);
  rmSync(made.mark, { force: true });
  execFileSync('git', [...words], { cwd: made.top, stdio: 'pipe' });
  expect(existsSync(made.mark)).toBe(true);
  expect(await isInertRepository(made.top, [made.top])).toBe(false);
});

/** Ordinary files, as a clone brings them. */
const HIDDEN: readonly (readonly [string, (place: string, settings: string) => void])[] = [
  [
    'a git directory that keeps its objects elsewhere',
    (place, settings) => {
      for (const name of ['store/objects', 'store/refs']) mkdirSync(join(place, name), { recursive: true });
      writeFileSync(join(place, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(place, 'commondir'), 'store\n');
      const format = '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n';
      writeFileSync(join(place, 'store/config'), format);
      writeFileSync(join(place, 'config.worktree'), settings);
    },
  ],
  [
    'a git directory beside an empty one',
    (place, settings) => {
      for (const name of ['.git', 'objects', 'refs']) mkdirSync(join(place, name), { recursive: true });
      writeFileSync(join(place, 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(place, 'config'), settings);
    },
  ],
];

test.each(HIDDEN)('%s, inside of a harmless repository, is seen', async (_, make) => {
  const { top, mark, program } = createRepository();
  const place = join(top, 'docs/x');
  make(
    place,
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ${program}\n`,
  );
  execFileSync('git', ['status'], { cwd: place, stdio: 'pipe' });
  expect(existsSync(mark)).toBe(true);
  expect(await isInertRepository(place, [top])).toBe(false);
  // The rest of it may be looked at.
  expect(await isInertRepository(join(top, 'docs'), [top])).toBe(true);
});

test('an address with a token in it, a pager, and a repository above the roots are not inert', async () => {
  const { top, config } = createRepository();
  mkdirSync(join(top, 'sub'));
  expect(await isInertRepository(join(top, 'sub'), [join(top, 'sub')])).toBe(false);
  expect(await isInertRepository(join(top, 'sub'), [top])).toBe(true);
  config('[remote "origin"]\n\turl = https://example.com/x.git\n');
  expect(await isInertRepository(top, [top])).toBe(true);
  config('[remote "origin"]\n\turl = https://me:abc@example.com/x.git\n');
  expect(await isInertRepository(top, [top])).toBe(false);
  const other = createRepository();
  other.config(`[core]\n\tpager = ${other.program}\n`);
  expect(await isInertRepository(other.top, [other.top])).toBe(false);
});

test('what people and programs set in a repository all day leaves it inert; a file that git would show does not', async () => {
  const { top, config } = createRepository();
  for (const [key, value] of [
    ['core.autocrlf', 'input'],
    ['core.hooksPath', '.husky/_'],
    ['core.fsmonitor', 'true'],
    ['user.email', 'a@example.com'],
    ['user.signingkey', 'ABC'],
    ['commit.gpgsign', 'true'],
    ['pull.rebase', 'true'],
    ['remote.origin.url', 'git@example.com:a/b.git'],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['branch.main.remote', 'origin'],
    ['branch.main.vscode-merge-base', 'origin/main'],
    ['color.diff.meta', 'blue'],
    ['lfs.repositoryformatversion', '0'],
    ['blame.ignoreRevsFile', '.git-blame-ignore-revs'],
  ])
    git(top, 'config', key ?? '', value ?? '');
  expect(await isInertRepository(top, [top])).toBe(true);
  symlinkSync('a.txt', join(top, '.git-blame-ignore-revs'));
  expect(await isInertRepository(top, [top])).toBe(false);
  rmSync(join(top, '.git-blame-ignore-revs'));
  config('[core]\n\tattributesFile = /etc/hostname\n');
  expect(await isInertRepository(top, [top])).toBe(false);
});

test.each([
  'blame.ignoreRevsFile',
  'mailmap.file',
  'diff.orderFile',
  'core.excludesFile',
  'gpg.ssh.allowedSignersFile',
  'browser.x.cmd',
  'help.browser',
  'something.new',
])('%s may name a file or a program, so the repository is not inert', async (key) => {
  const { top } = createRepository();
  git(top, 'config', key, '.env');
  expect(await isInertRepository(top, [top])).toBe(false);
});

test('where there is no repository at all, git starts nothing', async () => {
  const place = temporaryDirectory();
  expect(await isInertRepository(place, [place])).toBe(true);
});

/** Each is read and shown by what agents run all day. */
test.each([
  ['rebase-merge/git-rebase-todo', 'status'],
  ['rebase-merge/head-name', 'branch'],
  ['rebase-merge/done', 'status'],
  ['branches/origin', 'remote get-url origin'],
  ['objects/info/commit-graphs/commit-graph-chain', 'log -1'],
])('a link at %s shows what it leads to, so the repository is not inert', async (name, words) => {
  const { top } = createRepository();
  const place = join(top, '.git', name);
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: top, encoding: 'utf8' });
  mkdirSync(dirname(place), { recursive: true });
  if (name.startsWith('rebase')) {
    git(top, 'checkout', '-q', '--detach');
    for (const [file, text] of Object.entries({ interactive: '', onto: head, 'head-name': 'refs/heads/x\n' }))
      writeFileSync(join(dirname(place), file), text);
  }
  // A rebase that nobody finished is nothing odd.
  expect(await isInertRepository(top, [top])).toBe(true);
  rmSync(place, { force: true });
  const secret = join(temporaryDirectory(), 'key');
  writeFileSync(secret, 'hunter2 of a key\n'.repeat(5));
  symlinkSync(secret, place);
  const { stdout, stderr } = spawnSync('git', words.split(' '), { cwd: top, encoding: 'utf8' });
  expect(stdout + stderr).toContain('hunter2');
  expect(await isInertRepository(top, [top])).toBe(false);
});

test('a directory that is itself a link hides no other link', async () => {
  const { top } = createRepository();
  mkdirSync(join(top, 'docs'));
  symlinkSync('../docs', join(top, '.git/rebase-merge'));
  symlinkSync(join(temporaryDirectory(), 'key'), join(top, 'docs/done'));
  symlinkSync('/etc/hostname', join(top, 'docs/git-rebase-todo'));
  expect(await isInertRepository(top, [top])).toBe(false);
});
