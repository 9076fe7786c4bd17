import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { callAsAllowed, codeOf, messageOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { discard, prepare } from './attack.ts';

const roots: string[] = [];
afterEach(() => roots.splice(0).forEach(discard));

/** A project, and a person who says yes to everything. */
function open(setup: string) {
  const root = prepare({ name: '', goal: 'persist', command: '', setup });
  roots.push(root);
  return { root, call: callAsAllowed(createTestHost({}, { root })) };
}

const textOf = (root: string, name: string): string => readFileSync(join(root, name), 'utf8');

const LINKS = [
  ['.git/hooks/pre-commit', 'part/x'],
  ['.mcp.json', 'part/x'],
  ['.claude/settings.json', 'part/x'],
  ['.husky/deep/er', 'part/deep/x'],
  ['packages/a/.vscode/tasks.json', 'part/x'],
  ['packages/a/.git/hooks/pre-push', 'part/x'],
] as const;

test.each(LINKS)('no file tool changes what %s is a link to', async (name, target) => {
  const { root, call } = open(
    `git init -q packages/a; mkdir -p $(dirname ${name} ${target}) stage; rm -f ${name}
    echo kept | tee ${target} part/beside > stage/x; ln -s $PWD/${target} ${name}`,
  );
  const refused: [string, Record<string, unknown>][] = [
    ['write_file', { path: target, content: 'evil' }],
    ['edit_file', { path: target, edits: [{ oldText: 'kept', newText: 'evil' }] }],
    ['delete_file', { path: target }],
    ['move_path', { from: target, to: 'away' }],
    ['move_path', { from: 'stage/x', to: target, overwrite: true }],
    ['copy_path', { from: 'stage/x', to: target, overwrite: true }],
    ['move_path', { from: 'part', to: 'away' }],
  ];
  for (const [tool, args] of refused)
    expect(codeOf(await call(tool, args)), JSON.stringify([tool, args])).toBe('PROTECTED_PATH');
  expect(textOf(root, name)).toBe('kept\n');
  // What lies beside it is written like any other file, and what is elsewhere is moved.
  for (const [tool, args] of [
    ['write_file', { path: 'part/beside', content: 'new' }],
    ['write_file', { path: 'part/other', content: 'new' }],
    ['move_path', { from: 'part/beside', to: 'part/moved' }],
    ['move_path', { from: 'stage', to: 'elsewhere' }],
    ['copy_path', { from: target, to: 'copy' }],
  ] as const)
    expect(await call(tool, args), JSON.stringify([tool, args])).toMatchObject({ ok: true });
});

test('no file tool makes what a protected name leads to, nor changes the way there', async () => {
  const { root, call } = open(
    `mkdir -p way stage/deep .claude; ln -s ../later/settings.json .claude/settings.json; echo evil > stage/settings.json
    ln -s ../src/index.js way/link; ln -s ../../way/link .git/hooks/pre-commit; ln -s stage lured`,
  );
  for (const [tool, args] of [
    ['write_file', { path: 'later/settings.json', content: 'evil' }],
    ['move_path', { from: 'stage', to: 'later' }],
    ['copy_path', { from: 'stage', to: 'later' }],
    ['move_path', { from: 'lured', to: 'later' }],
    ['delete_file', { path: 'way/link' }],
    ['move_path', { from: 'way', to: 'away' }],
    ['write_file', { path: 'src/index.js', content: 'evil' }],
  ] as const)
    expect(codeOf(await call(tool, args)), JSON.stringify([tool, args])).toBe('PROTECTED_PATH');
  expect(existsSync(join(root, 'later/settings.json'))).toBe(false);
  const beside = { path: 'later/notes.md', content: 'x' };
  expect(await call('write_file', beside)).toMatchObject({ ok: true });
});

test('a link that a person makes meanwhile counts with the next call', async () => {
  const { root, call } = open('mkdir scripts; echo kept > scripts/check');
  const write = (content: string) => call('write_file', { path: 'scripts/check', content });
  expect(await write('mine')).toMatchObject({ ok: true });
  symlinkSync('../../scripts/check', join(root, '.git/hooks/pre-commit'));
  const refused = await write('evil');
  expect(codeOf(refused)).toBe('PROTECTED_PATH');
  expect(messageOf(refused)).toContain('.git/hooks/pre-commit leads there');
  rmSync(join(root, '.git/hooks/pre-commit'));
  expect(await write('mine again')).toMatchObject({ ok: true });
});

test('no file tool makes a setting behind a link whose name makes it one', async () => {
  const { root, call } = open(
    `mkdir -p pkg few few2 stage; ln -s ../few pkg/.vscode; ln -s few2 .zed; ln -s later .junie; echo evil > stage/tasks.json
    echo x | tee few/x few2/x > evil`,
  );
  for (const [tool, args] of [
    ['write_file', { path: 'few/tasks.json', content: 'evil' }],
    ['write_file', { path: 'few2/settings.json', content: 'evil' }],
    ['write_file', { path: 'later/mcp/mcp.json', content: 'evil' }],
    ['copy_path', { from: 'evil', to: 'few/launch.json' }],
    ['move_path', { from: 'evil', to: 'few2/tasks.json' }],
    ['move_path', { from: 'stage', to: 'later/mcp' }],
  ] as const)
    expect(codeOf(await call(tool, args)), JSON.stringify([tool, args])).toBe('PROTECTED_PATH');
  expect(existsSync(join(root, 'few/tasks.json'))).toBe(false);
  const beside = { path: 'few/notes.json', content: 'x' };
  expect(await call('write_file', beside)).toMatchObject({ ok: true });
});

test('what a protected link leads to counts by whatever name, also of dependencies', async () => {
  const { root, call } = open(
    `printf 'venv\\nnode_modules\\n' > .gitignore; mkdir -p node_modules/x; ln -s venv .claude; ln -s node_modules .githooks
    ln -s node_modules .cline; git config core.hooksPath .githooks`,
  );
  for (const path of ['venv/settings.json', 'node_modules/pre-commit'])
    expect(codeOf(await call('write_file', { path, content: 'evil' })), path).toBe('PROTECTED_PATH');
  await call('shell_execute', {
    command: 'mkdir -p venv; echo evil | tee venv/settings.json node_modules/pre-commit; echo x > built',
  });
  expect(
    ['.claude/settings.json', '.githooks/pre-commit', 'built'].map((name) => existsSync(join(root, name))),
  ).toEqual([false, false, true]);
});

test('a directory that holds what git is told to run is not moved away', async () => {
  const { call } = open('mkdir -p tools/checks; git config core.hooksPath tools/checks; mkdir other');
  expect(codeOf(await call('move_path', { from: 'tools', to: 'away' }))).toBe('PROTECTED_PATH');
  expect(await call('move_path', { from: 'other', to: 'away' })).toMatchObject({ ok: true });
});

test('a file that git only reads as text is not protected, a program in an alias is', async () => {
  const { call } = open(
    `touch .ignored; printf x > pager; git config blame.ignoreRevsFile .ignored; git config commit.template notes.md
    git config alias.l '-c core.pager=./pager log'`,
  );
  const write = (path: string) => call('write_file', { path, content: 'x\n' });
  expect(await write('.ignored')).toMatchObject({ ok: true });
  expect(await write('notes.md')).toMatchObject({ ok: true });
  expect(messageOf(await write('pager'))).toContain('the configuration of git names it');
});

test('links that lead out of the project, or up to all of it, change nothing', async () => {
  const { root, call } = open(
    `mkdir -p .husky .claude $PWD-outside; echo x > $PWD-outside/hook; ln -s $PWD-outside/hook .git/hooks/pre-commit
    ln -s $PWD-outside .husky/_; ln -s .. .claude/project; ln -s nowhere .claude/loop; ln -s loop .claude/nowhere`,
  );
  expect(await call('write_file', { path: 'src/index.js', content: 'mine' })).toMatchObject({ ok: true });
  await call('shell_execute', { command: 'echo built > built.txt' });
  expect(textOf(root, 'built.txt')).toBe('built\n');
});

test('where more links are protected than can be followed, all of the project is', async () => {
  const { root, call } = open(
    'mkdir .husky many; for i in $(seq 1100); do : > many/$i; ln -s ../many/$i .husky/$i; done',
  );
  expect(codeOf(await call('write_file', { path: 'many/1', content: 'evil' }))).toBe('PROTECTED_PATH');
  await call('shell_execute', { command: 'echo evil > many/1100' });
  expect(textOf(root, 'many/1100')).not.toBe('evil\n');
});

inSandbox('a build writes beside what hooks lead to, and the hooks stay', async () => {
  const { root, call } = open(
    `mkdir -p scripts .husky; for i in 1 2 3 4 5 6 7 8 9 10; do echo $i > scripts/$i; ln -s ../scripts/$i .husky/$i; done
    ln -s ../../scripts/1 .git/hooks/pre-commit`,
  );
  await call('shell_execute', {
    command:
      'echo built > scripts/built; mv scripts/built scripts/moved; mkdir scripts/dir; echo evil > scripts/1',
  });
  expect(textOf(root, 'scripts/moved')).toBe('built\n');
  expect(existsSync(join(root, 'scripts/dir'))).toBe(true);
  expect(textOf(root, 'scripts/1')).toBe('1\n');
});

inSandbox('a repository around the project names hooks in it, and they stay as they are', async () => {
  const { root } = open('mkdir -p pkg/checks; printf "#!/bin/sh\\n" > pkg/checks/pre-commit');
  execFileSync('git', ['config', 'core.hooksPath', 'pkg/checks'], { cwd: root });
  const call = callAsAllowed(createTestHost({}, { root: join(root, 'pkg') }));
  await call('shell_execute', {
    command: 'echo evil >> checks/pre-commit; echo x > beside',
    access: ['write'],
  });
  expect(codeOf(await call('write_file', { path: 'checks/pre-commit', content: 'evil' }))).toBe(
    'PROTECTED_PATH',
  );
  expect(textOf(root, 'pkg/checks/pre-commit')).toBe('#!/bin/sh\n');
  expect(textOf(root, 'pkg/beside')).toBe('x\n');
});

inSandbox('links to dependencies in a directory of settings leave the project as it is', async () => {
  const { root, call } = open(
    'mkdir -p node_modules/a .claude/worktrees/x; ln -s ../../../node_modules .claude/worktrees/x/node_modules',
  );
  await call('shell_execute', { command: 'echo x > node_modules/a/new', access: ['write'] });
  expect(textOf(root, 'node_modules/a/new')).toBe('x\n');
});

inSandbox('settings of an editor behind a link are kept, and a build runs beside them', async () => {
  const { root, call } = open(
    'mkdir -p conf packages/a; echo {} > conf/tasks.json; rm -rf .vscode; ln -s conf .vscode; ln -s ../../conf packages/a/.vscode',
  );
  const command = 'echo evil >> conf/tasks.json; echo x > beside';
  await call('shell_execute', { command, access: ['write'] });
  expect(textOf(root, 'conf/tasks.json')).toBe('{}\n');
  expect(textOf(root, 'beside')).toBe('x\n');
});

inSandbox('hooks that a repository behind a link names stay as they are', async () => {
  const { root, call } = open(
    'mkdir -p store checks; mv .git store/repo; ln -s store/repo .git; printf "#!/bin/sh\\n" > checks/pre-commit; git config core.hooksPath checks',
  );
  await call('shell_execute', { command: 'echo evil >> checks/pre-commit', access: ['write'] });
  expect(textOf(root, 'checks/pre-commit')).toBe('#!/bin/sh\n');
});
