import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';
import type { HookClient } from '../../core/hook-clients.ts';
import { placesBehind } from './terminal-places.ts';

/** A project with a link, and with a git directory of ordinary files that names a program. */
function createProject() {
  const hooked = createHooked({ limits: { executionsPerMinute: 10_000, writesPerMinute: 10_000 } });
  const { root, decided, host } = hooked;
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const path of ['docs/x/objects', 'docs/x/refs', 'sub', 'src'])
    mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, 'docs/x/HEAD'), 'ref: refs/heads/main\n');
  const monitor = `"touch ${join(root, 'made')};false"`;
  writeFileSync(
    join(root, 'docs/x/config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${monitor}\n`,
  );
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  for (const path of ['k', 'src/a.ts', 'README.md']) writeFileSync(join(root, path), 'plain\n');
  symlinkSync('../.env', join(root, 'sub/k'));
  const said = async (command: string, session = 's', client: HookClient = 'vscode') => {
    const decision = await decided('run_in_terminal', { command }, { client, session });
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
    return decision;
  };
  const run = (...lines: readonly string[]) =>
    spawnSync('bash', ['-c', lines.join('\n')], { cwd: root, encoding: 'utf8' }).stdout;
  return { root, said, run };
}

test('a command is judged in every directory that its terminal may be in by now', async () => {
  const { root, said, run } = createProject();
  expect(run('cd sub', 'rev k')).toBe('1=YEK\n');
  run('cd docs/x', 'git status');
  expect(existsSync(join(root, 'made'))).toBe(true);
  rmSync(join(root, 'made'));
  for (const client of ['vscode', 'copilot', 'cursor', 'cline'] as const) {
    expect(await said('rev k', 'one', client)).toBe('pass');
    expect(await said('cd sub', 'one', client)).toBe('pass');
    expect(await said('rev k', 'one', client), client).not.toBe('pass');
    expect(await said('rev k', 'other', client), client).toBe('pass');
    expect(await said('cd docs && cd x', 'two', client)).toBe('pass');
    expect(await said('git status', 'two', client), client).not.toBe('pass');
  }
  // These start a shell for each command, and tell where.
  expect(await said('cd sub', 's', 'gemini')).toBe('pass');
  expect(await said('rev k', 's', 'gemini')).toBe('pass');
});

test('a chain that begins elsewhere runs in no directory where that is not', async () => {
  const { said } = createProject();
  for (const line of ['cd src && ls', 'cd src && git status', 'cd src && git status && cat a.ts'])
    expect(await said(line), line).toBe('pass');
  // Behind what failed, the rest runs where the terminal is.
  expect(await said('cd docs && cd x')).toBe('pass');
  expect(await said('cd src && ls; git status')).not.toBe('pass');
});

test('a directory that was only left to is no reason to ask', async () => {
  const { said } = createProject();
  for (const line of [
    'cd src && ls',
    'ls',
    'git status',
    'git diff HEAD~ | cat',
    'git --no-pager log -3',
    'cat README.md',
    'rg plain',
  ])
    expect(await said(line), line).toBe('pass');
});

test('a pager in a terminal would take the next line for its own commands', async () => {
  const { said } = createProject();
  for (const line of ['git diff HEAD^', 'git log', 'ls | git log', 'git show && ls | cat'])
    expect(await said(line), line).toBe('ask');
  for (const line of ['GIT_PAGER=cat git log', 'git log | head -3', 'git status', 'git rev-parse HEAD'])
    expect(await said(line), line).toBe('pass');
});

test('behind a directory that only the run knows, a terminal may be anywhere', async () => {
  const { said } = createProject();
  expect(await said('cd "$(ls | head -1)"')).toBe('ask');
  expect(await said('ls')).toBe('ask');
});

test('where a terminal is left is told from the line', () => {
  expect(placesBehind('cd a && ls; (cd /b)', ['/p'])).toEqual(['/p', '/p/a', '/b']);
  expect(placesBehind('cd; cd -', ['/p'])).toEqual(['/p', homedir()]);
  expect(placesBehind('ls; rg cd', ['/p'])).toEqual(['/p']);
  expect(placesBehind('cd $x', ['/p'])).toBeUndefined();
});
