import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_CLIENT_NAMES } from '../../src/core/hook-clients.ts';
import { createHookHome, decisionIn } from '../support/hooks.ts';
import { until } from '../support/program.ts';

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

test('a file that its client could not read is left alone, with the lines to add', async () => {
  const { home, run } = createHookHome();
  for (const [client, path, text, why] of [
    ['claude-code', '.claude/settings.json', '{ // mine\n}', 'it has comments'],
    ['gemini', '.gemini/settings.json', '{ "ui": ', 'it is damaged'],
    ['codex', '.codex/hooks.json', '{"hooks": {"PreToolUse": "mine"}}', '"hooks" in it is not a list'],
    ['cursor', '.cursor/hooks.json', Buffer.from('{"a":"\xfc"}', 'latin1'), 'not text in UTF-8'],
  ] as const) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    const { code, stderr } = await run(['hooks', 'install', client]);
    expect({ client, code, stderr }).toEqual({ client, code: 2, stderr: expect.stringContaining(why) });
    if (typeof text === 'string') expect(stderr).toContain('toolgate-hook.cjs');
    expect(readFileSync(join(home, path))).toEqual(Buffer.from(text));
    expect(existsSync(`${join(home, path)}.before-toolgate`)).toBe(false);
  }
}, 60_000);

/** As people and clients write them. */
const WRITTEN: Readonly<Record<string, string>> = {
  'CRLF, tabs and escapes':
    '{\r\n\t"z": 1,\r\n\t"hooks": {\r\n\t\t"PreToolUse": [\r\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "my-own \\u00fc" }] }\r\n\t\t],\r\n\t\t"Stop": []\r\n\t},\r\n\t"a": "\\/"\r\n}\r\n',
  'one line': '{"hooks":{},"a":1}',
  'an empty object': '{}',
  'nothing at all': '',
  'blanks at the end': '{\n    "a": [ 1,2 ]\n}   \n\n',
};

const SETTINGS = {
  'claude-code': '.claude/settings.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  qwen: '.qwen/settings.json',
  cursor: '.cursor/hooks.json',
} as const;

test('the bytes of a settings file come back, its copy stays, and nothing else is left', async () => {
  const { home, run } = createHookHome();
  for (const [client, file] of Object.entries(SETTINGS))
    for (const [how, text] of Object.entries(WRITTEN)) {
      const path = join(home, file);
      rmSync(dirname(path), { recursive: true, force: true });
      mkdirSync(dirname(path));
      writeFileSync(path, text);
      await run(['hooks', 'install', client]);
      const installed = readFileSync(path, 'utf8');
      expect(installed, how).toContain('toolgate-hook.cjs');
      // Each line of the user's is there as it was written, but for a comma.
      for (const line of how === 'CRLF, tabs and escapes' ? text.split('\r\n') : [])
        expect(installed).toContain(line);
      await run(['hooks', 'remove', client]);
      expect({ client, how, text: readFileSync(path, 'utf8') }).toEqual({ client, how, text });
      expect(readFileSync(`${path}.before-toolgate`, 'utf8')).toBe(text);
      expect(readdirSync(dirname(path)).sort()).toEqual([
        basename(path),
        `${basename(path)}.before-toolgate`,
      ]);
    }
}, 180_000);

test('what the user changed since stays as it is written, and no copy is written over another', async () => {
  const { home, run } = createHookHome();
  const path = join(home, '.gemini/settings.json');
  mkdirSync(dirname(path));
  const first = '{\n\t// colours\n\t"ui": {"theme": "Dracula"}, // dark\n}\n';
  writeFileSync(path, first);
  await run(['hooks', 'install', 'gemini']);
  expect(readFileSync(path, 'utf8')).toContain('"ui": {"theme": "Dracula"}, // dark\n');
  const mine = readFileSync(path, 'utf8')
    .replace('Dracula', 'Light')
    .replaceAll('"timeout": 600000', '"timeout": 1');
  writeFileSync(path, mine);
  await run(['hooks', 'install', 'gemini']);
  expect(readFileSync(`${path}.before-toolgate`, 'utf8')).toBe(first);
  expect(readFileSync(`${path}.before-toolgate.1`, 'utf8')).toBe(mine);
  await run(['hooks', 'remove', 'gemini']);
  const second = first.replace('Dracula', 'Light');
  expect(readFileSync(path, 'utf8')).toBe(second);
  await run(['hooks', 'install', 'gemini']);
  await run(['hooks', 'remove', 'gemini']);
  expect(readFileSync(path, 'utf8')).toBe(second);
  expect(['', '.1', '.2'].map((end) => readFileSync(`${path}.before-toolgate${end}`, 'utf8'))).toEqual([
    first,
    mine,
    second,
  ]);
}, 60_000);

test('files that are ours alone leave nothing behind', async () => {
  const { home, run } = createHookHome();
  for (const client of ['copilot', 'opencode', 'goose', 'cline', 'claude-code', 'cursor']) {
    await run(['hooks', 'install', client]);
    await run(['hooks', 'remove', client]);
  }
  const files = readdirSync(home, { recursive: true, withFileTypes: true });
  const left = files.filter((one) => one.isFile() && !/\/\.(toolgate|cache)/.test(one.parentPath));
  expect(left.map(({ name }) => name)).toEqual([]);
}, 60_000);

test("Cline's own hooks run beside ours, and come back", async () => {
  const { home, project, run } = createHookHome();
  const folder = join(home, 'Documents/Cline/Hooks');
  mkdirSync(folder, { recursive: true });
  const own = (name: string, answer: string) => `#!/bin/sh\ncat > "${home}/${name}.seen"\necho '${answer}'\n`;
  const texts = {
    PreToolUse: own('pre', '{"cancel":false,"contextModification":"mine"}'),
    PostToolUse: own('post', '{"contextModification":"after"}'),
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text, { mode: 0o755 });
  // A link may look for files beside what it leads to.
  symlinkSync('../../../task-start.sh', join(folder, 'TaskStart'));
  writeFileSync(join(home, 'task-start.sh'), own('start', '{}'), { mode: 0o700 });
  await run(['hooks', 'install', 'cline']);
  expect((await run(['hooks', 'install', 'cline'])).stdout).toContain('installed already');
  expect((await run(['hooks', 'status', 'cline'])).stdout).toMatch(/^installed/);
  const fire = (hookName: string, more: object) =>
    execFileSync(join(folder, hookName), {
      cwd: project,
      input: JSON.stringify({ hookName, taskId: 't', workspaceRoots: [project], ...more }),
      env: { PATH: '/usr/bin:/bin', HOME: home },
      encoding: 'utf8',
    }).trim();
  const seen = (name: string) => JSON.parse(readFileSync(join(home, `${name}.seen`), 'utf8')) as object;
  const calls = (command: string) => ({
    preToolUse: { toolName: 'execute_command', parameters: { command } },
  });
  expect(fire('TaskStart', {})).toBe('{}');
  expect(fire('PreToolUse', calls('ls'))).toBe('{"cancel":false,"contextModification":"mine"}');
  expect(seen('pre')).toMatchObject(calls('ls'));
  expect(JSON.parse(fire('PreToolUse', calls('rm -rf /')))).toMatchObject({ cancel: true });
  await until('your own hook is told of a refusal', () =>
    readFileSync(join(home, 'pre.seen'), 'utf8').includes('rm -rf /'),
  );
  const { preToolUse: postToolUse } = calls('ls');
  expect(fire('PostToolUse', { postToolUse })).toBe('{"contextModification":"after"}');

  await run(['hooks', 'remove', 'cline']);
  for (const [name, text] of Object.entries(texts)) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(folder, `${name}.before-toolgate`), 'utf8')).toBe(text);
  }
  expect(readlinkSync(join(folder, 'TaskStart'))).toBe('../../../task-start.sh');
  // What the user took away since does not come back.
  rmSync(join(folder, 'PreToolUse'));
  await run(['hooks', 'install', 'cline']);
  await run(['hooks', 'remove', 'cline']);
  expect(existsSync(join(folder, 'PreToolUse'))).toBe(false);
}, 120_000);
