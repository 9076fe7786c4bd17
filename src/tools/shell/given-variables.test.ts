import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { codeOf } from '../../../test/support/repository.ts';

const SECRET = 'hunter2_behind_an_option';

/** Links with names of options, and a tree below that is a copy of names above it. */
function createProject(settings: Record<string, unknown> = {}) {
  const { root: place } = createTestHost();
  const root = join(place, 'project');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(root, 'root', place), { recursive: true });
  writeFileSync(join(root, '.env'), `KEY=${SECRET}\n`);
  writeFileSync(join(root, 'README.md'), 'A project\n');
  writeFileSync(join(root, 'root', place, 'outside.txt'), 'plain\n');
  writeFileSync(join(place, 'outside.txt'), `${SECRET}\n`);
  symlinkSync('../made', join(root, '-c'));
  symlinkSync('.env', join(root, '-s'));
  const host = createTestHost({ sandbox: 'off', ...settings }, { root });
  const bare = (command: string, { cwd = '', env }: { cwd?: string; env: Record<string, string> }) =>
    spawnSync('bash', ['--norc', '-c', command], {
      cwd: join(root, cwd),
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    }).stdout;
  return { ...host, root, place, bare };
}

test('a variable that makes options into files is asked about where no sandbox works', async () => {
  const { call, bare, place } = createProject();
  const env = { POSIXLY_CORRECT: '1' };
  for (const command of ['uniq README.md -c', 'fold -w50 README.md -s'])
    expect(codeOf(await call('shell_execute', { command, env })), command).toBe('APPROVAL_PENDING');
  expect(existsSync(join(place, 'made'))).toBe(false);
  expect(bare('fold -w50 README.md -s', { env })).toContain(SECRET);
  bare('uniq README.md -c', { env });
  expect(readFileSync(join(place, 'made'), 'utf8')).toBe('A project\n');
});

test('any variable is, that may change what a program does', async () => {
  const { call } = createProject();
  for (const name of ['BLOCK_SIZE', 'GREP_COLORS', 'QUOTING_STYLE', 'ANYTHING'])
    expect(
      codeOf(await call('shell_execute', { command: 'cat README.md', env: { [name]: 'x' } })),
      name,
    ).toBe('APPROVAL_PENDING');
  for (const env of [{}, { LC_ALL: 'C' }, { TZ: 'UTC', LANG: 'C.UTF-8' }, { NO_COLOR: '1' }])
    expect(await call('shell_execute', { command: 'cat README.md', env })).toMatchObject({ ok: true });
});

test.each(['execute_with_confirm', 'full_access', 'read_only'])(
  'no shell is given the variables that it sets itself, in the mode %s',
  async (mode) => {
    const { call, bare, place } = createProject({ permissionLevel: mode });
    const command = `cd .. && cat root${place}/outside.txt`;
    const env = { PWD: '/proc/self/cwd' };
    expect(bare(command, { cwd: 'sub', env })).toContain(SECRET);
    const answer = await call('shell_execute', { command, cwd: 'sub', env });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION',
        message:
          'shell_execute: "env.PWD": the shell sets this variable itself, and a command cannot be given another',
      },
    });
    for (const name of ['OLDPWD', 'SHLVL', '_', 'OPTIND', 'BASH_ENV', 'BASHOPTS', 'SHELLOPTS', 'IFS', 'UID'])
      expect(codeOf(await call('shell_start', { command: 'ls', env: { [name]: 'x' } })), name).toBe(
        'VALIDATION',
      );
  },
);

test('variables of servers, mailers and builds have no name that a shell keeps', async () => {
  const { call } = createProject({ permissionLevel: 'full_access' });
  const names = [
    'HOST',
    'HOSTNAME',
    'MAIL_HOST',
    'COMPOSE_PROJECT_NAME',
    'EPOCHS',
    'OPTIMIZE',
    'HISTORY',
    'GLOBAL',
  ];
  const env = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(await call('shell_execute', { command: 'echo $HOST', env })).toMatchObject({ ok: true });
});
