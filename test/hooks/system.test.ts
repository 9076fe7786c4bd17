import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_CLIENT_NAMES } from '../../src/core/hook-clients.ts';
import { createHookHome, ended } from '../support/hooks.ts';
import { BIN } from '../support/program.ts';
import { createScratchEtc } from '../support/scratch-etc.ts';

/** The built program, on a machine whose /etc is another one. */
function createMachine() {
  const place = createHookHome();
  const { home, project } = place;
  const etc = createScratchEtc(home);
  const start = (words: readonly string[], input = '', env: Record<string, string> = {}) => {
    const [program, ...args] = etc.inside(...words);
    const child = spawn(program, args, {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    });
    return ended(child, input);
  };
  return {
    ...place,
    etc,
    start,
    run: (...args: readonly string[]) => start([process.execPath, BIN, ...args]),
  };
}

/** For each client that has one: the file for all users, what stands there already, and how a project turns hooks off. */
const MANAGED = {
  'claude-code': [
    'claude-code/managed-settings.json',
    '{"model":"x"}',
    '.claude/settings.json',
    '{"disableAllHooks":true}',
  ],
  codex: [
    'codex/requirements.toml',
    'a = 1\n[features]\nb = true\n',
    '.codex/config.toml',
    '[features]\nhooks = false\n',
  ],
  gemini: [
    'gemini-cli/settings.json',
    '{"hooksConfig":{"notifications":false}}',
    '.gemini/settings.json',
    '{"hooksConfig":{"enabled":false}}',
  ],
  qwen: ['qwen-code/settings.json', '{"model":"x"}', '.qwen/settings.json', '{"disableAllHooks":true}'],
} as const;

test('hooks for all users are installed, shown, proven and removed, and a project does not switch them off', async () => {
  const { run, etc, home, project } = createMachine();
  for (const [client, [file, present, off, content]] of Object.entries(MANAGED)) {
    etc.put(file, present);
    const installed = await run('hooks', 'install', client, '--system');
    expect(installed, client).toMatchObject({ code: 0 });
    expect(installed.stdout, client).toContain(`/etc/${file}`);
    expect(readFileSync(etc.path(file), 'utf8'), client).toContain(`hook ${client}`);
    expect((await run('hooks', 'install', client, '--system')).stdout, client).toContain('installed already');
    mkdirSync(dirname(join(project, off)), { recursive: true });
    writeFileSync(join(project, off), content);
    // By this trace doctor knows that the client is used here.
    mkdirSync(join(home, dirname(off)), { recursive: true });
  }
  const { stdout } = await run('hooks', 'status', '--json');
  const states = JSON.parse(stdout) as { client: string; state: string; isSystem?: boolean }[];
  expect(states.filter(({ isSystem }) => isSystem).map(({ client, state }) => [client, state])).toEqual(
    Object.keys(MANAGED).map((client) => [client, 'installed']),
  );
  const doctor = await run('doctor');
  for (const title of ['Claude Code', 'Codex', 'Gemini CLI', 'Qwen Code'])
    expect(doctor.stdout).toMatch(
      new RegExp(`${title}: the hook is installed for all users and refuses what it must`),
    );
  for (const [client, [file, present]] of Object.entries(MANAGED)) {
    expect(await run('hooks', 'remove', client, '--system'), client).toMatchObject({ code: 0 });
    const left = readFileSync(etc.path(file), 'utf8');
    expect(left, client).not.toContain('toolgate');
    for (const word of present.match(/\w+/g) ?? []) expect(left, client).toContain(word);
  }
}, 120_000);

test('each user of the machine is judged with their own data, whatever a project says', async () => {
  const { run, etc, home, project, start, event } = createMachine();
  await run('hooks', 'install', 'claude-code', '--system');
  const { hooks } = JSON.parse(readFileSync(etc.path('claude-code/managed-settings.json'), 'utf8')) as {
    hooks: { PreToolUse: { hooks: { command: string }[] }[] };
  };
  const command = hooks.PreToolUse[0]?.hooks[0]?.command ?? '';
  expect(command).toContain("--data-dir '~'");
  // A home that a project brings along, in which everything is allowed.
  const theirs = join(project, 'home');
  mkdirSync(join(theirs, '.toolgate'), { recursive: true });
  writeFileSync(join(theirs, '.toolgate/config.json'), '{"permissionLevel":"full_access"}');
  const asked = (env: Record<string, string>) =>
    start(['/bin/sh', '-c', command], event('Bash', { command: 'rm -rf /' }), env);
  expect((await asked({})).stdout).toContain('"deny"');
  expect((await asked({ HOME: theirs, TOOLGATE_DATA_DIR: join(theirs, '.toolgate') })).stdout).toContain(
    '"deny"',
  );
  expect(existsSync(join(home, '.toolgate/host.json'))).toBe(true);
  expect(existsSync(join(theirs, '.toolgate/host.json'))).toBe(false);
}, 120_000);

test('a client without such a file says so, and nothing is written', async () => {
  const { run } = createMachine();
  for (const client of HOOK_CLIENT_NAMES.filter((name) => !Object.hasOwn(MANAGED, name)))
    expect(await run('hooks', 'install', client, '--system'), client).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no file for a whole machine'),
    });
}, 60_000);
