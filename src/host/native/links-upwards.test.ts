import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import { createTestHost } from '../../../test/support/host.ts';

const SECRET = 'hunter2-behind-a-link';

/** Links as a repository, or a workspace of packages, may hold; by its letters nothing leads out. */
function fill(root: string): string {
  const project = join(root, 'work/project');
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const link = (to: string, path: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    symlinkSync(to, join(project, path));
  };
  put('.env', `KEY=${SECRET}\n`);
  put('config/app.yml', 'port: 1\n');
  put('packages/lib/index.js', '1\n');
  put('src/notes', 'harmless\n');
  put('src/deep/a.ts', 'harmless\n');
  put('node_modules/@ws/o.txt', 'harmless\n');
  put('../../outside/o.txt', `${SECRET}\n`);
  link('../config', 'src/settings');
  link('.env', 'notes');
  link('../../packages/lib', 'node_modules/@ws/lib');
  link('../../..', 'a/b/up');
  return project;
}

const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };

function createProject() {
  const hooked = createHooked({ limits });
  const project = fill(hooked.root);
  const { ask, host } = hooked;
  const settle = (verdict: 'approve' | 'deny') => {
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, {
        verdict,
        scope: verdict === 'approve' ? 'session' : 'once',
        by: 'tester',
        via: 'terminal',
      });
  };
  const judge = async (tool: string, input: Record<string, unknown>, cwd = project, answer = 'deny') => {
    const { decision } = await ask(tool, input, { cwd, session: project });
    settle(answer === 'approve' ? 'approve' : 'deny');
    return decision;
  };
  host.native.start({ kind: 'start', client: 'claude-code', session: project, cwd: project });
  return { project, root: hooked.root, judge };
}

const printed = (command: string, cwd: string): string =>
  spawnSync('bash', ['-c', command], { cwd, input: '', timeout: 20_000 }).stdout.toString('latin1');

/** Where it starts, and a line that shows the secret when nothing stands in front of it. */
const SHOWS: readonly (readonly [string, string])[] = [
  ['.', 'cat src/settings/../notes'],
  ['.', 'rev src/settings/../notes | rev'],
  ['.', 'cd src/settings && cat ../notes'],
  ['.', 'cd src/settings; cd -P ..; cat notes'],
  ['.', 'cd src && cat settings/.././notes'],
  ['.', 'head -1 < src/settings/../notes'],
  ['.', 'cat src/set*/../notes'],
  ['.', 'for d in src/*/; do cat $d../notes 2>/dev/null; done'],
  ['.', 'cat src/{settings,deep}/../notes'],
  ['.', 'd=src/settings; cat $d/../notes'],
  ['.', 'cat "$PWD/src/settings/../notes"'],
  ['.', 'find src -type l -exec cat {}/../notes \\;'],
  ['.', 'cat node_modules/@ws/lib/../../../../outside/o.txt'],
  ['.', 'sort a/b/up/../outside/o.txt'],
  ['.', 'grep -r hunter2 a/b/up/../outside'],
  ['.', 'grep -r hunter2 src/settings/..'],
  ['.', 'cd a/b/up && grep -r hunter2 ../outside'],
  ['.', 'find a/b/up/../outside -type f -exec cat {} +'],
  ['src/settings', 'cat ../notes'],
  ['src/settings', 'cd . && cat ../notes'],
];

test('a line that goes up behind a link is judged by where that leads, too', async () => {
  const { project, judge } = createProject();
  for (const [from, command] of SHOWS) {
    expect(printed(command, join(project, from)), command).toContain(SECRET);
    expect(await judge('Bash', { command }, join(project, from)), command).not.toBe('pass');
  }
}, 60_000);

test("an agent's own reading goes up behind a link no more than by the name of what it reaches", async () => {
  const { project, judge } = createProject();
  expect(await judge('Read', { file_path: `${project}/src/settings/../notes` })).toBe('ask');
  expect(await judge('Read', { file_path: `${project}/a/b/up/../outside/o.txt` })).not.toBe('pass');
  expect(await judge('Grep', { pattern: 'x', path: `${project}/src/settings/..` })).not.toBe('pass');
  expect(await judge('shell', { command: 'cat notes', workdir: 'src/settings/..' })).not.toBe('pass');
  expect(await judge('shell', { command: 'cat a.ts', workdir: 'src/deep' })).toBe('pass');
});

test('what stays where its letters say passes as before', async () => {
  const { project, judge } = createProject();
  for (const [from, command] of [
    ['.', 'cat src/settings/app.yml'],
    ['.', 'cat src/deep/../notes'],
    ['.', 'cd src/deep && cat ../notes && ls ..'],
    ['.', 'cd src/settings && cat app.yml'],
    ['src/deep', 'cat ../../packages/lib/index.js'],
    ['src/deep', 'grep -rn harmless ..'],
    ['.', 'cat node_modules/@ws/lib/index.js'],
    ['.', 'git log --oneline a..b'],
  ] as const)
    expect(await judge('Bash', { command }, join(project, from)), command).toBe('pass');
});

test('a yes to writing in the project is none to what lies above a link in it', async () => {
  const { project, root, judge } = createProject();
  await judge('Bash', { command: 'touch src/new' }, project, 'approve');
  expect(await judge('Bash', { command: 'touch src/deep/../newer' })).toBe('allow');
  const far = 'touch node_modules/@ws/lib/../../../../outside/made';
  for (const command of [far, 'touch a/b/up/../outside/made', 'cd a/b/up && touch ../outside/made'])
    expect(await judge('Bash', { command }), command).not.toBe('allow');
  printed(far, project);
  expect(existsSync(join(root, 'outside/made'))).toBe(true);
});

test('without a sandbox, commands over MCP are judged by where links lead as well', async () => {
  const root = fill(createTestHost().root);
  const { call } = createTestHost({ sandbox: 'off', limits }, { root });
  const isAsked = async (args: Record<string, unknown>) => {
    const answer = await call('shell_execute', args);
    return answer.kind !== 'result' || !answer.ok;
  };
  for (const [from, command] of SHOWS)
    expect(await isAsked({ command, cwd: join(root, from) }), command).toBe(true);
  expect(await isAsked({ command: 'cat ../notes', cwd: 'src/settings' })).toBe(true);
  expect(await isAsked({ command: 'cat src/deep/../notes' })).toBe(false);
  expect(await isAsked({ command: 'cat ../notes', cwd: 'src/deep' })).toBe(false);
}, 60_000);
