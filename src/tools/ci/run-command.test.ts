import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';
import { findSandbox } from '../../engines/sandbox/find-sandbox.ts';

test('run_command runs what only reads unasked, and takes words as they are', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a b.txt': 'hello\n', 'sub/c.txt': 'deep\n' });
  expect(dataOf(await call('run_command', { command: 'cat "a b.txt"' }))).toEqual({
    status: 'completed',
    argv: ['cat', 'a b.txt'],
    cwd: root,
    exitCode: 0,
    stdout: 'hello\n',
    stderr: '',
    durationMs: expect.any(Number),
    timedOut: false,
    truncated: false,
    sandbox: (await findSandbox()) ? 'bwrap' : 'none',
  });
  const shown = await call('run_command', { argv: ['echo', '$(touch x); `id`', '', '*', '> y'] });
  expect(dataOf(shown)).toMatchObject({ stdout: '$(touch x); `id`  * > y\n' });
  expect(existsSync(join(root, 'x')) || existsSync(join(root, 'y'))).toBe(false);
  const older = await call('RunCommandAsync', { command: 'cat c.txt', working_directory: 'sub' });
  expect(older).toMatchObject({ content: [{ text: 'deep\n' }] });
});

test('run_command works in a worktree, where .git is a file', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { '.git': 'gitdir: /nowhere\n', 'a.txt': 'hello\n' });
  expect(dataOf(await call('run_command', { command: 'cat a.txt' }))).toMatchObject({ stdout: 'hello\n' });
});

test('run_command says where an exit code is an answer, and fails with all words where it is not', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'a.txt': 'x\n' });
  expect(dataOf(await host.call('run_command', { command: 'grep nothing a.txt' }))).toMatchObject({
    status: 'completed',
    exitCode: 1,
  });
  expect(await host.call('run_command', { command: 'ls missing' })).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      message: 'ls missing ended with exit code 2',
      text: expect.stringMatching(/No such file[\s\S]*exit code 2/),
      data: { exitCode: 2, status: 'failed' },
    },
  });
});

test('run_command is judged by its words; a person sees them one by one', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'old.txt': '' });
  const { answer, card } = await callApproved(host, 'run_command', { command: 'rm old.txt' });
  expect(card).toMatchObject({ risk: 'HIGH', preview: `in ${host.root}\n"rm" "old.txt"` });
  expect(dataOf(answer)).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(host.root, 'old.txt'))).toBe(false);
  const riskOf = async (command: string) =>
    dataOf(await host.call('explain_call', { tool: 'run_command', args: { command } }));
  expect(await riskOf('sudo ls')).toMatchObject({ risk: 'CRITICAL' });
  expect(await riskOf('rm -rf /')).toMatchObject({ decision: 'deny' });
  expect(await riskOf('bash -c "rm -rf /"')).toMatchObject({ decision: 'deny' });
  expect(await riskOf('npm publish')).toMatchObject({ risk: 'CRITICAL' });
});

test('run_command refuses what it cannot split, both forms at once, and places outside', async () => {
  const { call, root } = createTestHost();
  symlinkSync('/etc', join(root, 'link'));
  for (const [args, code, message] of [
    [{ command: 'echo "open' }, 'VALIDATION', /double quote is never closed, at character 6/],
    [{ command: '  ' }, 'VALIDATION', /The command is empty/],
    [{}, 'VALIDATION', /give either command or argv/],
    [{ command: 'ls', argv: ['ls'] }, 'VALIDATION', /give either command or argv/],
    [{ argv: ['', 'x'] }, 'VALIDATION', /names no program/],
    [{ command: 'ls', workingDirectory: '/etc' }, 'OUTSIDE_ROOT', /outside/],
    [{ command: 'ls', workingDirectory: 'link' }, 'OUTSIDE_ROOT', /outside/],
    [{ command: 'ls', workingDirectory: 'missing' }, 'NOT_FOUND', /does not exist/],
  ] as const) {
    expect(await call('run_command', args)).toMatchObject({
      error: { code, message: expect.stringMatching(message) },
    });
  }
});

test('run_command names a program that is missing, and ends one that takes too long', async () => {
  const host = createTestHost();
  const missing = await host.call('run_command', { command: 'no-such-program-here --version' });
  expect(missing).toMatchObject({
    error: { code: 'NOT_FOUND', message: 'The program no-such-program-here was not found' },
  });
  const slow = await host.call('run_command', { command: 'sleep 30', timeoutMs: 1000 });
  expect(slow).toMatchObject({
    error: { code: 'TIMEOUT', data: { status: 'timed_out', timedOut: true, exitCode: null } },
  });
});

test('what cannot be run names the program that was asked for, and what is missing', async () => {
  const host = createTestHost();
  const refused = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const isAsked = tool === 'ci_build';
    const answer = isAsked ? (await callApproved(host, tool, args)).answer : await host.call(tool, args);
    if (answer.kind !== 'result' || answer.ok) throw new Error('It was run');
    return `${answer.error.code} ${answer.error.message} ${answer.error.hint}`;
  };
  expect(await refused('run_command', { command: '' })).toMatch(/VALIDATION.*the command is empty/);
  const words = (word: string) => ({ argv: ['echo', word] });
  expect(await refused('run_command', words('a\0b'))).toMatch(/VALIDATION.*command for echo holds a NUL/);
  expect(await refused('run_command', words('x'.repeat(200_000)))).toMatch(/TOO_LARGE.*arguments of echo/);
  writeFiles(host.root, { 'tool.sh': 'echo hi\n', 'folder/x': '' });
  expect(await refused('run_command', { command: './tool.sh' })).toMatch(
    /PERMISSION_DENIED \.\/tool\.sh in .* is not executable.*chmod \+x \.\/tool\.sh/,
  );
  expect(await refused('run_command', { command: './folder' })).toMatch(/VALIDATION.*is a directory/);
  expect(await refused('run_command', { command: './missing' })).toMatch(/NOT_FOUND.*not found at/);
  writeFiles(host.root, { 'package.json': { scripts: { build: 'nowhere-to-be-found --fast' } } });
  expect(await refused('ci_build', {})).toMatch(/EXEC_FAILED.*nowhere-to-be-found was not found.*ci_restore/);
});
