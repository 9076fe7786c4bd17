import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

test('run_script runs a script and shows a person what it comes to', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': {
      scripts: {
        prehi: 'echo before',
        hi: 'npm run -s inner',
        inner: 'echo inner',
        posthi: 'echo after',
        other: 'echo no',
      },
    },
  });
  const { answer, card } = await callApproved(host, 'run_script', { script_name: 'hi', project_path: '.' });
  expect(card).toMatchObject({
    risk: 'MEDIUM',
    preview: `in ${host.root}\n$ npm run -- hi\n  prehi: echo before\n  hi: npm run -s inner\n  inner: echo inner\n  posthi: echo after`,
  });
  expect(dataOf(answer)).toMatchObject({
    status: 'completed',
    scriptName: 'hi',
    argv: ['npm', 'run', '--', 'hi'],
    exitCode: 0,
    stdout: expect.stringMatching(/before[\s\S]*inner[\s\S]*after/),
  });
});

test('an approved script is asked about again when what it comes to has changed', async () => {
  const host = createTestHost();
  const call = { projectPath: '.', scriptName: 'hi' };
  writeFiles(host.root, { 'package.json': { scripts: { hi: 'npm run inner', inner: 'echo one' } } });
  await host.call('run_npm_script', call);
  const [asked] = host.host.approvals.list();
  host.host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'me',
    via: 'terminal',
  });
  writeFiles(host.root, { 'package.json': { scripts: { hi: 'npm run inner', inner: 'echo two' } } });
  expect(await host.call('run_npm_script', call)).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
});

test('run_npm_script fails with the words of the script, and names the scripts there are', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { bad: 'echo broken >&2; exit 3', good: 'true' } } });
  const { answer } = await callApproved(host, 'run_npm_script', { projectPath: '.', scriptName: 'bad' });
  expect(answer).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      text: expect.stringContaining('broken'),
      data: { status: 'failed', exitCode: 3, stderr: expect.stringContaining('broken') },
    },
  });
  expect(await host.call('run_npm_script', { projectPath: '.', scriptName: 'goood' })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: 'It has: bad, good' },
  });
  expect(await host.call('run_script', { projectPath: '/etc', scriptName: 'x' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
});

test.each<[string, Record<string, string>, string]>([
  ['a plain build', { go: 'tsc -p .' }, 'MEDIUM'],
  ['even what only reads', { go: 'ls' }, 'MEDIUM'],
  ['what runs before it', { go: 'tsc', prego: 'rm -rf dist' }, 'HIGH'],
  ['what runs after it', { go: 'tsc', postgo: 'npm publish' }, 'CRITICAL'],
  ['a script it runs', { go: 'npm run a', a: 'yarn b', b: 'sudo reboot' }, 'CRITICAL'],
  ['a script it runs, in other words', { go: 'bash -c "npm run a"', a: 'npm publish' }, 'CRITICAL'],
  ['a script named with quotes', { go: 'npm run "a""b"', ab: 'npm publish' }, 'CRITICAL'],
  ['node --run', { go: 'node --run a', a: 'npm publish' }, 'CRITICAL'],
  ['a pattern of scripts', { go: 'run-p a:*', 'a:x': 'npm publish' }, 'CRITICAL'],
  ['concurrently', { go: 'concurrently npm:a:*', 'a:x': 'npm publish' }, 'CRITICAL'],
  ['npm test', { go: 'npm test', pretest: 'npm publish', test: 'true' }, 'CRITICAL'],
  ['scripts of other packages', { go: 'npm run build --workspaces' }, 'HIGH'],
  ['scripts along a graph', { go: 'turbo run build' }, 'HIGH'],
  ['scripts that run each other', { go: 'npm run a', a: 'npm run go' }, 'MEDIUM'],
  ['a package beside it', { go: 'npm --prefix web run ship' }, 'CRITICAL'],
  ['a directory it enters', { go: 'cd web && npm run ship' }, 'CRITICAL'],
])('the risk of a script counts %s', async (_what, scripts, risk) => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'package.json': { scripts }, 'web/package.json': { scripts: { ship: 'npm publish' } } });
  const args = { projectPath: '.', scriptName: 'go' };
  expect(dataOf(await call('explain_call', { tool: 'run_npm_script', args }))).toMatchObject({ risk });
});

test('what wipes everything is refused, whatever script it hides in; arguments count too', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'package.json': { scripts: { go: 'npm run deep', deep: 'rm -rf /', rm: 'rm', show: 'echo' } },
    'own/package.json': { scripts: { go: 'echo' } },
    'own/.npmrc': 'script-shell=./evil\n',
  });
  const explain = async (args: object) =>
    dataOf(await call('explain_call', { tool: 'run_npm_script', args }));
  expect(await explain({ projectPath: '.', scriptName: 'go' })).toMatchObject({ decision: 'deny' });
  expect(await explain({ projectPath: '.', scriptName: 'rm', args: ['-rf', 'src'] })).toMatchObject({
    risk: 'HIGH',
  });
  expect(await explain({ projectPath: '.', scriptName: 'show', args: ['$(rm -rf src)'] })).toMatchObject({
    risk: 'MEDIUM',
  });
  expect(await explain({ projectPath: 'own', scriptName: 'go' })).toMatchObject({ risk: 'CRITICAL' });
});

test('a package manager that is not installed is reached through corepack', async () => {
  const bin = temporaryDirectory();
  writeFiles(bin, { corepack: '#!/bin/sh\necho "corepack $*"\n' });
  chmodSync(join(bin, 'corepack'), 0o755);
  const host = createTestHost({}, { env: { PATH: bin } });
  writeFiles(host.root, { 'package.json': { packageManager: 'pnpm@10.20.0', scripts: { hi: 'echo hi' } } });
  const { answer } = await callApproved(host, 'run_npm_script', { projectPath: '.', scriptName: 'hi' });
  expect(dataOf(answer)).toMatchObject({
    argv: ['corepack', 'pnpm', 'run', '--', 'hi'],
    stdout: 'corepack pnpm run -- hi\n',
  });
  writeFiles(host.root, { 'package.json': { packageManager: 'bun@1.3.0', scripts: { hi: 'echo hi' } } });
  expect(await host.call('run_npm_script', { projectPath: '.', scriptName: 'hi' })).toMatchObject({
    error: { message: 'The program bun was not found', hint: 'Install Bun from https://bun.sh.' },
  });
});

test('scripts that name one another a thousandfold hold nobody up', async () => {
  const host = createTestHost();
  const scripts = (count: number, command: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, command]));
  const explained = async () =>
    dataOf(
      await host.call('explain_call', { tool: 'run_script', args: { projectPath: '.', scriptName: 's0' } }),
    );
  // As many as anybody has, each of them read.
  writeFiles(host.root, {
    'package.json': { scripts: { ...scripts(150, 'echo hi'), s0: 'npm-run-all s*' } },
  });
  expect(await explained()).toMatchObject({ risk: 'MEDIUM', decision: 'ask' });
  writeFiles(host.root, { 'package.json': { scripts: scripts(700, 'npm-run-all s* && run-p s*') } });
  const startedAt = performance.now();
  expect(await explained()).toMatchObject({ risk: 'CRITICAL', decision: 'ask' });
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
