import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_CLIENT_NAMES } from '../../src/core/hook-clients.ts';
import { createHookHome, decisionIn } from '../support/hooks.ts';

const LIMIT_MS = 60_000;

test(
  'installing keeps what is there, shows the difference, makes a backup, and changes nothing twice',
  async () => {
    const { home, run } = createHookHome();
    const path = join(home, '.claude/settings.json');
    const before = {
      model: 'x',
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] }] },
    };
    mkdirSync(dirname(path));
    writeFileSync(path, JSON.stringify(before));
    const dry = await run(['hooks', 'install', 'claude-code', '--dry-run']);
    expect(dry.stdout).toContain('"onFailure": "block"');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(before);
    expect((await run(['hooks', 'install', 'claude-code'])).stdout).toContain('+');
    const after = JSON.parse(readFileSync(path, 'utf8')) as typeof before;
    expect(after.model).toBe('x');
    expect(after.hooks.PreToolUse[0]).toEqual(before.hooks.PreToolUse[0]);
    expect(after.hooks.PreToolUse).toHaveLength(2);
    expect(JSON.parse(readFileSync(`${path}.before-toolgate`, 'utf8'))).toEqual(before);
    expect((await run(['hooks', 'install', 'claude-code'])).stdout).toContain('installed already');
    expect((await run(['hooks', 'status', 'claude-code'])).stdout).toContain('installed');
    await run(['hooks', 'remove', 'claude-code']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(before);
  },
  LIMIT_MS,
);

test(
  'the installed command refuses when its program is gone, and answers when it is there',
  async () => {
    const { home, run, event, project } = createHookHome();
    await run(['hooks', 'install', 'claude-code']);
    const settings = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    const command = settings.hooks.PreToolUse[0]?.hooks[0]?.command ?? '';
    const sh = (text: string) => {
      try {
        const stdout = execFileSync('/bin/sh', ['-c', text], {
          cwd: project,
          input: event('Bash', { command: 'rm -rf ~' }),
          env: { PATH: '/usr/bin:/bin', HOME: home },
          stdio: ['pipe', 'pipe', 'pipe'],
          encoding: 'utf8',
        });
        return { code: 0, stdout, stderr: '' };
      } catch (error) {
        const { status, stderr } = error as { status: number; stderr: string };
        return { code: status, stdout: '', stderr };
      }
    };
    expect(decisionIn(sh(command))).toBe('deny');
    expect(sh(command.replace('bin/toolgate-hook.cjs', 'bin/gone.cjs'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Toolgate gave no answer'),
    });
  },
  LIMIT_MS,
);

test('every client can be installed and removed; status tells what switches a hook off', async () => {
  const { home, project, run } = createHookHome();
  for (const client of HOOK_CLIENT_NAMES)
    expect(await run(['hooks', 'install', client]), client).toMatchObject({ code: 0 });
  const all = await run(['hooks', 'status', '--json']);
  const states = JSON.parse(all.stdout) as { client: string; state: string }[];
  expect(states.map(({ client, state }) => [client, state])).toEqual(
    HOOK_CLIENT_NAMES.map((client) => [client, client === 'codex' ? 'not trusted' : 'installed']),
  );
  mkdirSync(join(project, '.claude'));
  writeFileSync(join(project, '.claude/settings.local.json'), '{"disableAllHooks": true}');
  expect(await run(['hooks', 'status', 'claude-code'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('switched off'),
  });
  for (const client of HOOK_CLIENT_NAMES) await run(['hooks', 'remove', client]);
  for (const left of [
    '.claude/settings.json',
    '.copilot/hooks/toolgate.json',
    '.config/opencode/plugin/toolgate.js',
  ])
    expect(existsSync(join(home, left)), left).toBe(false);
}, 120_000);

test('a settings file that is not JSON is left alone, with words', async () => {
  const { home, run } = createHookHome();
  mkdirSync(join(home, '.gemini'));
  writeFileSync(join(home, '.gemini/settings.json'), '{ // mine\n}');
  expect(await run(['hooks', 'install', 'gemini'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a JSON object'),
  });
  expect(readFileSync(join(home, '.gemini/settings.json'), 'utf8')).toBe('{ // mine\n}');
});
