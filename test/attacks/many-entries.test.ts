import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { longestWait } from '../support/longest-wait.ts';
import { callAllowed, createRepository } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { someOf } from '../support/some-of.ts';

/** How long somebody else may wait; nobody notices a moment. */
const MOST_WAIT_MS = 2000;
const LONG = { timeout: 300_000 };

type Make = (root: string) => void;

function put(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** So many of one kind. */
const many =
  (count: number, make: (root: string, i: number) => void): Make =>
  (root) => {
    for (let i = 0; i < count; i++) make(root, i);
  };

function repository(path: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(path, name), { recursive: true });
  put(join(path, 'HEAD'), HEAD);
  put(join(path, 'config'), CORE);
}

const LINE = `${'a'.repeat(40)} ${'b'.repeat(40)} A <a@b.c> 1700000000 +0000\tcommit: x\n`;

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

const CORE = '[core]\n\tbare = false\n';
const HEAD = 'ref: refs/heads/main\n';

/** What anybody can put into an archive. */
const KINDS: Readonly<Record<string, Make>> = {
  submodules: many(6000, (root, i) => put(join(root, `.git/modules/m${i}/HEAD`), HEAD)),
  'directories among submodules': many(6000, (root, i) =>
    mkdirSync(join(root, `.git/modules/${i % 20}/${i % 400}/m${i}`), { recursive: true }),
  ),
  'submodules of working trees': many(4000, (root, i) =>
    put(join(root, `.git/worktrees/w${i % 200}/modules/m${i}/HEAD`), HEAD),
  ),
  branches: many(4000, (root, i) => put(join(root, `.git/refs/heads/${i % 50}/b${i}`), HEAD)),
  'large reflogs': many(300, (root, i) => put(join(root, `.git/logs/refs/heads/b${i}`), LINE.repeat(5000))),
  'files of nobody in a repository': many(6000, (root, i) => put(join(root, `.git/x${i}`), 'x')),
  patches: many(6000, (root, i) => put(join(root, `.git/rebase-apply/${i}`), 'x')),
  'stores to borrow from': (root) =>
    put(
      join(root, '.git/objects/info/alternates'),
      lines(15_000, (i) => `${root}/.git/objects/../${i}\n`),
    ),
  'remotes in a configuration': (root) =>
    put(
      join(root, '.git/config'),
      CORE + lines(30_000, (i) => `[remote "r${i}"]\n\turl = https://u:p@h/${i}\n`),
    ),
  'words in a configuration': (root) =>
    put(join(root, '.git/config'), `${CORE}[alias]\n${`\ta = ${'b c d e '.repeat(100)}\n`.repeat(2000)}`),
  'configurations that are included': (root) => {
    put(join(root, '.git/config'), `${CORE}[include]\n${lines(190, (i) => `\tpath = ../i${i}\n`)}`);
    many(190, (at, i) => put(join(at, `i${i}`), `[alias]\n${'\ta = b c d e\n'.repeat(4000)}`))(root);
  },
  'links to a large directory': (root) => {
    many(1900, (at, i) => mkdirSync(join(at, `big/d${i}`), { recursive: true }))(root);
    mkdirSync(join(root, 'l'));
    many(200, (at, i) => symlinkSync('../big', join(at, `l/.l${i}`)))(root);
  },
  repositories: many(2000, (root, i) => repository(join(root, `r/r${i}/.git`))),
  'repositories without a working tree': many(1000, (root, i) => repository(join(root, `r/r${i}`))),
  'files that name a repository': (root) => {
    many(200, (at, i) => put(join(at, `.git/modules/m${i}/HEAD`), HEAD))(root);
    many(1000, (at, i) => put(join(at, `r/r${i}/.git`), 'gitdir: ../../.git\n'))(root);
  },
  'settings of agents': many(4000, (root, i) => put(join(root, `s/s${i}/.mcp.json`), '{}')),
};

const CALLS = [
  ['shell_execute', { command: 'cat a.txt' }],
  ['shell_execute', { command: 'git log' }],
  ['shell_execute', { command: 'echo two > b.txt', access: ['write'], reason: 'To test' }],
  ['write_file', { path: 'a.txt', content: 'two' }],
] as const;

for (const [kind, make] of someOf(Object.entries(KINDS), 2))
  inSandbox(`others get their answers while a command starts among many ${kind}`, LONG, async () => {
    const made = createTestHost();
    createRepository(made.root).commit('first', { 'a.txt': 'one\n' });
    await made.call('shell_execute', { command: 'ls' });
    make(made.root);
    for (const [tool, args] of CALLS) {
      const { worst, own } = await longestWait(made, callAllowed(made, tool, args));
      expect(worst, JSON.stringify(args)).toBeLessThan(MOST_WAIT_MS);
      expect(own, JSON.stringify(args)).toBeLessThan(60_000);
    }
  });

inSandbox('what holds too much is hidden as a whole, and the rest goes on', LONG, async () => {
  const made = createTestHost();
  createRepository(made.root).commit('first', { 'a.txt': 'one\n' });
  KINDS.repositories?.(made.root);
  KINDS.submodules?.(made.root);
  const look = await made.call('shell_execute', {
    command: 'git log --format=%s; ls r .git/modules | wc -l',
  });
  expect(dataOf(look)).toMatchObject({ stdout: 'first\n3\n' });
  const write = 'echo two > b.txt; git add b.txt && echo x > r/r7/.git/config; echo x > r/new; ls';
  const { answer } = await callAllowed(made, 'shell_execute', {
    command: write,
    access: ['write'],
    reason: 'x',
  });
  expect(answer).toMatchObject({ ok: true, data: { stdout: 'a.txt\nb.txt\nr\n' } });
  expect(existsSync(join(made.root, 'r/new'))).toBe(false);
  expect(readFileSync(join(made.root, 'r/r7/.git/config'), 'utf8')).toBe(CORE);
});

inSandbox(
  'others get their answers where references of repositories are links to all of the machine',
  LONG,
  async () => {
    const made = createTestHost();
    createRepository(made.root).commit('first', { 'a.txt': 'one\n' });
    many(15, (root, i) => {
      // Its name is in the command.
      const path = join(root, `r/r${i}/g`);
      mkdirSync(join(path, 'objects'), { recursive: true });
      put(join(path, 'HEAD'), HEAD);
      symlinkSync('/', join(path, 'refs'));
    })(made.root);
    const log = made.call('shell_execute', { command: 'git log --format=%s' });
    const { worst } = await longestWait(made, log);
    expect(dataOf(await log)).toMatchObject({ stdout: 'first\n' });
    expect(worst).toBeLessThan(MOST_WAIT_MS);
  },
);
