import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const TESTS = `import test, { describe, it } from 'node:test';
import assert from 'node:assert';
test('adds', () => assert.equal(1 + 1, 2));
describe('group', () => {
  it('breaks', () => {
    assert.equal(1, 2, 'one is not two');
  });
  it.skip('waits', () => {});
});
`;

test('ci_build runs the build script and answers what it printed', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': {
      name: 'p',
      scripts: { prebuild: 'echo first', build: 'node build.mjs && npm run after', after: 'echo last' },
    },
    'build.mjs':
      'console.log("built", process.argv.slice(2).join("|"), process.env.CI); console.error("warned");',
  });
  const { answer, card } = await callApproved(host, 'ci_build', { args: ['a b', '$(touch x)'] });
  expect(card).toMatchObject({
    risk: 'MEDIUM',
    preview: [
      `in ${host.root}`,
      `$ npm run -- build 'a b' '$(touch x)'`,
      '  prebuild: echo first',
      '  build: node build.mjs && npm run after',
      '  after: echo last',
    ].join('\n'),
  });
  expect(dataOf(answer)).toMatchObject({
    status: 'completed',
    ecosystem: 'node',
    tool: 'npm',
    argv: ['npm', 'run', '--', 'build', 'a b', '$(touch x)'],
    cwd: host.root,
    exitCode: 0,
    stdout: expect.stringMatching(/first[\s\S]*built[\s\S]*last/),
    stderr: expect.stringContaining('warned'),
    timedOut: false,
  });
});

test('a path that is not there is no other project', async () => {
  const host = createTestHost({ permissionLevel: 'full_access' });
  writeFiles(host.root, { 'node/package.json': { scripts: { build: 'touch built', test: 'touch tested' } } });
  symlinkSync('/usr/lib', join(host.root, 'node/link'));
  for (const tool of ['ci_build', 'ci_run_tests', 'ci_restore'])
    for (const projectPath of ['node/nope', 'node/nope/deeper', 'node/nope.json', 'nope'])
      expect(await host.call(tool, { projectPath })).toMatchObject({
        error: { code: 'NOT_FOUND', message: expect.stringContaining(`${projectPath} does not exist`) },
      });
  expect(await host.call('ci_build', { projectPath: 'node/link' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
  expect(existsSync(join(host.root, 'node/built'))).toBe(false);
  expect(existsSync(join(host.root, 'node/tested'))).toBe(false);
  expect(dataOf(await host.call('ci_build', { projectPath: 'node/package.json' }))).toMatchObject({
    cwd: join(host.root, 'node'),
  });
});

inSandbox('a failed step or script names nothing that its tool does not take', async () => {
  const host = createTestHost({ permissionLevel: 'full_access' });
  const failing = (words: string) => `node -e "console.error('${words}'); process.exit(1)"`;
  writeFiles(host.root, {
    'package.json': { scripts: { build: failing('a plain failure'), test: failing('npm error code E401') } },
  });
  const hintOf = async (tool: string, args: object) => {
    const answer = await host.call(tool, args);
    if (answer.kind !== 'result' || answer.ok) throw new Error('It did not fail');
    return answer.error.hint;
  };
  const build = { scriptName: 'build', projectPath: '.' };
  expect(await hintOf('ci_build', {})).toBeUndefined();
  expect(await hintOf('run_script', build)).toBeUndefined();
  expect(await hintOf('run_npm_script', build)).toBeUndefined();
  const command = { command: failing('a plain failure') };
  expect(await hintOf('run_command', command)).toMatch(/call again with access \[.*"secrets"/);
  expect(await hintOf('ci_run_tests', {})).toMatch(/without credentials.*with run_command, with access/);
});

test('a failed ci_build shows the words of what failed', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': {
      scripts: { build: 'node -e "console.error(\'src/a.ts(3,1): error TS1005\'); process.exit(2)"' },
    },
  });
  const { answer } = await callApproved(host, 'ci_build', { project_path: host.root });
  expect(answer).toMatchObject({
    ok: false,
    error: {
      code: 'EXEC_FAILED',
      text: expect.stringContaining('src/a.ts(3,1): error TS1005'),
      data: { status: 'failed', exitCode: 2, stderr: expect.stringContaining('error TS1005') },
    },
  });
});

test('ci_run_tests reads the report of node --test and leaves what a person sees', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { test: 'node --test' } }, 'a.test.mjs': TESTS });
  const { answer, card } = await callApproved(host, 'ci_run_tests', {});
  expect(card.preview).toContain('test: node --test');
  expect(answer).toMatchObject({
    error: {
      code: 'EXEC_FAILED',
      message: '1 of 2 tests failed',
      text: expect.stringContaining(
        `FAILED group > breaks (${join(host.root, 'a.test.mjs')}:6): one is not two`,
      ),
      data: {
        tests: {
          passed: 1,
          failed: 1,
          skipped: 1,
          failures: [{ name: 'group > breaks', file: join(host.root, 'a.test.mjs'), line: 6 }],
        },
        stdout: expect.stringContaining('✖ breaks'),
      },
    },
  });
});

test('ci_run_tests reads the report of vitest', async () => {
  // What is on the PATH is there in the sandbox, with the packages beside it.
  const host = createTestHost({}, { env: { PATH: join(process.cwd(), 'node_modules/.bin') } });
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
  writeFiles(host.root, {
    'package.json': { type: 'module', scripts: { test: 'vitest run' } },
    'node_modules/.bin/vitest': `#!${process.execPath}\nawait import(${JSON.stringify(vitest)});\n`,
    'sum.test.js': `import { expect, test } from ${JSON.stringify(join(process.cwd(), 'node_modules/vitest/dist/index.js'))};\ntest('sums', () => {\n  expect(1 + 1).toBe(3);\n});\n`,
  });
  chmodSync(join(host.root, 'node_modules/.bin/vitest'), 0o755);
  const { answer } = await callApproved(host, 'ci_run_tests', {});
  expect(answer).toMatchObject({
    error: {
      data: {
        tests: { failed: 1, failures: [{ name: 'sums', file: join(host.root, 'sum.test.js'), line: 3 }] },
        stdout: expect.stringContaining('1 failed'),
      },
    },
  });
});

test('ci_restore is HIGH, and installs what the lock file says', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': { name: 'p', version: '1.0.0', dependencies: { dep: 'file:dep' } },
    'dep/package.json': { name: 'dep', version: '2.0.0' },
  });
  const { answer, card } = await callApproved(host, 'ci_restore', { args: ['--no-audit', '--no-fund'] });
  expect(card).toMatchObject({ risk: 'HIGH' });
  expect(dataOf(answer)).toMatchObject({ status: 'completed', ecosystem: 'node' });
  writeFiles(host.root, { 'package.json': { scripts: { postinstall: 'rm -rf /' } } });
  expect(await host.call('explain_call', { tool: 'ci_restore', args: {} })).toMatchObject({
    data: { decision: 'deny' },
  });
  writeFiles(host.root, { 'package.json': {} });
  expect(await host.call('explain_call', { tool: 'ci_restore', args: {} })).toMatchObject({
    data: { risk: 'HIGH' },
  });
});

test('what a script comes to decides how risky building is', async () => {
  const host = createTestHost();
  const riskOf = async (scripts: Record<string, string>) => {
    writeFiles(host.root, { 'package.json': { scripts } });
    return dataOf(await host.call('explain_call', { tool: 'ci_build', args: {} }));
  };
  expect(await riskOf({ build: 'tsc' })).toMatchObject({ risk: 'MEDIUM' });
  expect(await riskOf({ build: 'npm run clean', clean: 'rm -rf /' })).toMatchObject({ decision: 'deny' });
  expect(await riskOf({ build: 'tsc', postbuild: 'sudo make install' })).toMatchObject({ risk: 'CRITICAL' });
});

test('ci tools say what is missing: a script, a project, a program', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'package.json': { scripts: { start: 'node .', test: 'echo "Error: no test specified" && exit 1' } },
    'go/go.mod': 'module x\n',
    'notes.txt': '',
  });
  expect(await host.call('ci_build', {})).toMatchObject({
    error: {
      code: 'NOT_FOUND',
      message: `Nothing to build in ${host.root}: package.json has no script "build"; it has start, test`,
    },
  });
  expect(await host.call('ci_run_tests', {})).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(await host.call('ci_build', { ecosystem: 'rust' })).toMatchObject({
    error: { code: 'NOT_FOUND', message: `There is no rust project in ${host.root} or above` },
  });
  expect(await host.call('ci_build', { ecosystem: 'cobol' })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('known are node, dotnet, rust') },
  });
  expect(await host.call('ci_build', { projectPath: 'notes.txt' })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('is not a project file') },
  });
  expect(await host.call('ci_build', { projectPath: '/etc' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
  expect(await host.call('ci_build', { projectPath: 'go' })).toMatchObject({
    error: {
      code: 'NOT_FOUND',
      message: 'The program go was not found',
      hint: expect.stringContaining('go.dev'),
    },
  });
});

test('ci_build names a wrapper that cannot be run, and an argument cannot forge a line of the card', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'java/pom.xml': '',
    'java/mvnw': '#!/bin/sh\n',
    'package.json': { scripts: { build: 'echo' } },
  });
  expect(await host.call('ci_build', { projectPath: 'java' })).toMatchObject({
    error: {
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('./mvnw'),
      hint: expect.stringContaining('chmod +x ./mvnw'),
    },
  });
  const { card } = await callApproved(host, 'ci_build', { args: ['x\n  build: harmless'] });
  expect(card.preview).toBe(`in ${host.root}\n$ npm run -- build 'x\\n  build: harmless'\n  build: echo`);
});

test('ci_build that takes too long is ended and keeps what it printed', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { build: 'echo started && sleep 60' } } });
  const { answer } = await callApproved(host, 'ci_build', { timeoutMs: 2500 });
  expect(answer).toMatchObject({
    error: {
      code: 'TIMEOUT',
      data: {
        status: 'timed_out',
        timedOut: true,
        exitCode: null,
        stdout: expect.stringContaining('started'),
      },
    },
  });
});

test('an approval holds only as long as the script says the same', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { build: 'echo one' } } });
  await host.call('ci_build', {});
  const [asked] = host.host.approvals.list();
  host.host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'once',
    by: 'me',
    via: 'terminal',
  });
  writeFiles(host.root, { 'package.json': { scripts: { build: 'echo two' } } });
  expect(await host.call('ci_build', {})).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
});

test('a test run in the background has its report when it ends', async () => {
  const host = createTestHost();
  // It waits until somebody has seen it run.
  const test = `import test from 'node:test';
import { existsSync } from 'node:fs';
test('waits', async () => {
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('not yet');
});
`;
  writeFiles(host.root, { 'package.json': { scripts: { test: 'node --test' } }, 'a.test.mjs': test });
  const { answer } = await callApproved(host, 'ci_run_tests', { background: true });
  const { status, processId } = dataOf(answer);
  expect(status).toBe('running');
  writeFiles(host.root, { go: '' });
  const look = async () =>
    dataOf(await host.call('get_background_process_output', { processId, sinceSeq: 10_000, waitMs: 5000 }));
  await expect.poll(look, { timeout: 15_000 }).toMatchObject({
    status: 'failed',
    tests: {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [{ name: 'waits', file: join(host.root, 'a.test.mjs'), line: 5, message: 'not yet' }],
    },
  });
});
