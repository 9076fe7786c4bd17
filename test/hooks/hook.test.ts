import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHookHome, decisionIn, ended } from '../support/hooks.ts';
import { BIN, hostPid, until } from '../support/program.ts';

const LIMIT_MS = 60_000;

test(
  'a hook judges through the host it starts, and both rows of the call are in the record',
  async () => {
    const { hook, event, run } = createHookHome();
    expect(decisionIn(await hook(event('Bash', { command: 'ls' })))).toBe('pass');
    expect(decisionIn(await hook(event('Bash', { command: 'rm -rf ~' })))).toBe('deny');
    const after = event('Bash', { command: 'ls' }, { hook_event_name: 'PostToolUse', tool_response: {} });
    expect(await hook(after)).toEqual({ code: 0, stdout: '', stderr: '' });
    const { stdout } = await run(['audit', 'query', '--client', 'claude-code', '--json']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; body: Record<string, unknown> });
    expect(rows.map(({ kind, body }) => [kind, body.tool, body.ok])).toEqual([
      ['intent', 'native_shell', undefined],
      ['refusal', 'native_shell', false],
      ['outcome', 'native_shell', true],
    ]);
  },
  LIMIT_MS,
);

test(
  'an outcome that comes after a restart of the host closes the record of its call',
  async () => {
    const { hook, event, run, dataDir } = createHookHome();
    await hook(event('Bash', { command: 'ls' }));
    const pid = hostPid(dataDir) ?? 0;
    process.kill(pid, 'SIGKILL');
    await until('the end of the host', () => hostPid(dataDir) === undefined, 20_000);
    const shown = async () => (await run(['audit', 'query', '--client', 'claude-code'])).stdout;
    expect(await shown()).toContain('no outcome');
    await hook(event('Bash', { command: 'ls' }, { hook_event_name: 'PostToolUse', tool_response: {} }));
    expect(await shown()).toMatch(/ ok .*native_shell/);
    expect(await shown()).not.toContain('no outcome');
  },
  LIMIT_MS,
);

/** What window clients send: their processes were started elsewhere, so only their events name the project. */
const WINDOWS = {
  vscode: (project: string, command?: string) => ({
    sessionId: 'v',
    cwd: project,
    hookEventName: command === undefined ? 'SessionStart' : 'PreToolUse',
    ...(command !== undefined && { tool_name: 'run_in_terminal', tool_input: { command } }),
  }),
  cursor: (project: string, command?: string) => ({
    conversation_id: 'c',
    workspace_roots: [project],
    hook_event_name: command === undefined ? 'sessionStart' : 'beforeShellExecution',
    ...(command !== undefined && { command, cwd: join(project, 'sub') }),
  }),
  cline: (project: string, command?: string) => ({
    taskId: 'l',
    workspaceRoots: [project],
    hookName: command === undefined ? 'TaskStart' : 'PreToolUse',
    ...(command !== undefined && {
      preToolUse: { toolName: 'execute_command', parameters: { command } },
    }),
  }),
} as const;

test('the project of a window client stays open when the host starts anew', async () => {
  const { home, project, dataDir } = createHookHome();
  mkdirSync(join(project, 'sub'));
  writeFileSync(join(dataDir, 'config.json'), '{"hooks":{"inboxMs":0,"waitMs":0}}');
  const say = async (client: keyof typeof WINDOWS, command?: string) => {
    // A shell between: a hook that knows no session asks where the process above it was started.
    const child = spawn(
      '/bin/sh',
      ['-c', '"$@"; exit $?', 'sh', process.execPath, BIN, 'hook', client, '--data-dir', dataDir],
      {
        cwd: '/',
        env: { PATH: process.env.PATH ?? '', HOME: home },
      },
    );
    const { stdout } = await ended(child, JSON.stringify(WINDOWS[client](project, command)));
    return stdout;
  };
  const clients = Object.keys(WINDOWS) as (keyof typeof WINDOWS)[];
  for (const client of clients) await say(client);
  const passes = { vscode: '', cursor: '', cline: '{"cancel":false}' };
  const answers = async (command: string) =>
    Object.fromEntries(
      await Promise.all(clients.map(async (client) => [client, await say(client, command)])),
    );
  expect(await answers('ls')).toEqual(passes);
  process.kill(hostPid(dataDir) ?? 0, 'SIGKILL');
  await until('the end of the host', () => hostPid(dataDir) === undefined, 20_000);
  expect(await answers('ls')).toEqual(passes);
  const elsewhere = await answers('ls /opt');
  expect(elsewhere.cline).toContain("waits for a person's approval");
  for (const client of ['vscode', 'cursor']) {
    expect(elsewhere[client], client).toContain('outside the roots');
    // Each reason is said once.
    expect(elsewhere[client], client).not.toMatch(/(\/opt is outside the roots); \1/);
  }
}, 90_000);

test(
  'an answer from the terminal counts while the hook waits',
  async () => {
    const { hook, event, run, openQuestion } = createHookHome();
    const waiting = hook(event('Write', { file_path: 'a.txt', content: 'x' }));
    await run(['approvals', 'approve', await openQuestion()]);
    expect(decisionIn(await waiting)).toBe('allow');
  },
  LIMIT_MS,
);

test(
  'a hook that is gone uses no answer up: the next one like it has it',
  async () => {
    const { hook, event, run, openQuestion, home, project, dataDir } = createHookHome();
    const call = event('Write', { file_path: 'a.txt', content: 'x' });
    const gone = spawn(process.execPath, [BIN, 'hook', 'claude-code', '--data-dir', dataDir], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: project },
    });
    const end = ended(gone, call);
    const id = await openQuestion();
    gone.kill('SIGKILL');
    await end;
    await run(['approvals', 'approve', id]);
    const shown = async () => (await run(['audit', 'query', '--client', 'claude-code'])).stdout;
    expect(await shown()).not.toContain('no outcome');
    expect(decisionIn(await hook(call))).toBe('allow');
  },
  LIMIT_MS,
);

test(
  'only the client that names its project in a variable is believed',
  async () => {
    const { home, project, dataDir } = createHookHome();
    const other = join(home, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'notes.txt'), 'x');
    writeFileSync(join(dataDir, 'config.json'), '{"hooks":{"inboxMs":0,"waitMs":0}}');
    const told = {
      conversation_id: 'c',
      workspace_roots: [project],
      hook_event_name: 'beforeShellExecution',
    };
    const command = `cat ${join(other, 'notes.txt')}`;
    const child = spawn(process.execPath, [BIN, 'hook', 'cursor', '--data-dir', dataDir], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: other },
    });
    const { stdout } = await ended(child, JSON.stringify({ ...told, command, cwd: project }));
    expect(stdout).toContain('outside the roots');
  },
  LIMIT_MS,
);

test(
  'a host that is killed while a hook waits is a refusal',
  async () => {
    const { hook, event, openQuestion, dataDir } = createHookHome();
    const waiting = hook(event('Write', { file_path: 'a.txt', content: 'x' }));
    await openQuestion();
    process.kill(await until('the host', () => hostPid(dataDir)), 'SIGKILL');
    const answer = await waiting;
    expect(decisionIn(answer)).toBe('deny');
    expect(answer.stdout).toContain('the host ended before it answered');
  },
  LIMIT_MS,
);

test(
  'garbage, an unknown client and a data directory that cannot be are refusals',
  async () => {
    const { hook, run, event, home } = createHookHome();
    for (const garbage of ['', 'hello', '[]', '{"hook_event_name":"PreToolUse"', '{}'])
      expect(decisionIn(await hook(garbage)), garbage).toBe('deny');
    expect(await run(['hook', 'netscape'], '{}')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('netscape'),
    });
    writeFileSync(join(home, 'file'), '');
    const nowhere = await run(
      ['hook', 'claude-code', '--data-dir', join(home, 'file')],
      event('Read', { file_path: 'a' }),
    );
    expect(decisionIn(nowhere)).toBe('deny');
  },
  LIMIT_MS,
);

test(
  'variables that a project could set for its hooks choose nothing',
  async () => {
    const { hook, event, home } = createHookHome();
    const env = {
      TOOLGATE_PERMISSION_LEVEL: 'full_access',
      TOOLGATE_HOOKS_INBOX_MS: '0',
      TOOLGATE_DATA_DIR: join(home, 'elsewhere'),
      TOOLGATE_TOOL_PERMISSIONS: '{"native_shell":"allowed"}',
    };
    writeFileSync(join(home, '.toolgate/config.json'), JSON.stringify({ hooks: { inboxMs: 0, waitMs: 0 } }));
    expect(decisionIn(await hook(event('Bash', { command: 'touch a' }), env))).toBe('ask');
  },
  LIMIT_MS,
);

/** An agent: it is connected over MCP, and starts the hook through a shell, as clients do. */
const AGENT = `
  const { spawn } = require('node:child_process');
  const [bin, dataDir, event, connects] = process.argv.slice(1);
  const ask = () => {
    const hook = spawn('/bin/sh', ['-c', '"$0" "$1" hook claude-code --data-dir "$2" || exit 2', process.execPath, bin, dataDir], { stdio: ['pipe', 'inherit', 'inherit'] });
    hook.stdin.end(event);
    hook.on('close', () => process.exit(0));
  };
  if (connects !== 'yes') ask();
  else {
    const server = spawn(process.execPath, [bin, 'stdio', '--data-dir', dataDir]);
    server.stdout.once('data', ask);
    server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'claude-code', version: '1' } } }) + '\\n');
  }`;

test(
  'our MCP tools pass for the agent that is connected, and not for another beside it',
  async () => {
    const { event, home, project, dataDir } = createHookHome();
    writeFileSync(join(home, '.toolgate/config.json'), JSON.stringify({ hooks: { inboxMs: 0, waitMs: 0 } }));
    const text = event('mcp__toolgate__shell_execute', { command: 'ls' });
    const agent = (connects: string) =>
      spawn(process.execPath, ['-e', AGENT, BIN, dataDir, text, connects], {
        cwd: project,
        env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: project },
      });
    expect(decisionIn(await ended(agent('yes')))).toBe('pass');
    const other = spawn(process.execPath, [BIN, 'stdio', '--data-dir', dataDir], { cwd: project });
    expect(decisionIn(await ended(agent('no')))).toBe('ask');
    other.kill();
  },
  LIMIT_MS,
);

test('the hook loads nothing but itself', () => {
  const bundle = readFileSync(new URL('../../dist/bin/hook.cjs', import.meta.url), 'utf8');
  expect(bundle.includes('ZodObject')).toBe(false);
  expect(bundle.length).toBeLessThan(80_000);
});

test(
  'with sandboxNative a replaced command prints what it prints, ends as it ends, and can change nothing',
  async () => {
    const { hook, event, home, project } = createHookHome();
    const config = { hooks: { sandboxNative: true, inboxMs: 0, waitMs: 0 } };
    writeFileSync(join(home, '.toolgate/config.json'), JSON.stringify(config));
    const script = `try { require('fs').writeFileSync('made', 'x') } catch {} console.log("it's done"); process.exitCode = 3`;
    writeFileSync(join(project, 'build.cjs'), script);
    const command = 'node build.cjs';
    const { stdout } = await hook(event('Bash', { command, description: 'x' }));
    const { hookSpecificOutput } = JSON.parse(stdout) as {
      hookSpecificOutput: {
        permissionDecision: string;
        updatedInput?: { command: string; description: string };
      };
    };
    const { permissionDecision, updatedInput } = hookSpecificOutput;
    // Where no sandbox works, nothing is replaced.
    if (updatedInput === undefined) return expect(permissionDecision).toBe('ask');
    expect(updatedInput.description).toBe('x');
    const env = { PATH: process.env.PATH ?? '', HOME: home };
    const made = spawn('/bin/sh', ['-c', updatedInput.command], { cwd: project, env });
    expect(await ended(made)).toMatchObject({ code: 3, stdout: "it's done\n" });
    expect(existsSync(join(project, 'made'))).toBe(false);
    // The very same bytes, where nothing keeps them.
    expect(await ended(spawn('/bin/sh', ['-c', command], { cwd: project, env }))).toMatchObject({ code: 3 });
    expect(existsSync(join(project, 'made'))).toBe(true);
  },
  LIMIT_MS,
);

test(
  'doctor sends an installed hook a call that it must refuse, and says where one is switched off',
  async () => {
    const { home, project, run } = createHookHome();
    mkdirSync(join(home, '.claude'));
    expect((await run(['doctor'])).stdout).toContain('Claude Code: no hook');
    await run(['hooks', 'install', 'claude-code']);
    expect((await run(['doctor'])).stdout).toMatch(
      /ok +Claude Code: the hook is installed and refuses what it must, in \d+ ms and without its program too/,
    );
    mkdirSync(join(project, '.claude'));
    writeFileSync(join(project, '.claude/settings.json'), '{"disableAllHooks":true}');
    expect((await run(['doctor'])).stdout).toContain('Claude Code: the hook is switched off');
  },
  LIMIT_MS,
);
