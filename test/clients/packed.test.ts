import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHookHome, ended } from '../support/hooks.ts';
import { startAppServer } from './codex-app-server.ts';
import { CLIENT_PATH, REAL_CLIENTS } from './real-clients.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 600_000;
const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'tg-packed-'));

const app = join(scratch, 'app');
/** What a person without a checkout writes into a client. */
const npx = ['--prefix', app, 'toolgate'];

beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', scratch], { cwd: ROOT });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  mkdirSync(app);
  const install = ['install', '--prefix', app, '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, join(scratch, packed?.filename ?? '')], { cwd: app });
  const { stdout: version } = await run('npx', [...npx, '--version'], { cwd: scratch });
  expect(version).toMatch(/\d+\.\d+\.\d+/);
}, LIMIT_MS);

afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }), LIMIT_MS);

/** A home in which a client starts the package, by the words in its settings. */
function connected(settings: (server: { command: string; args: string[] }) => readonly [string, string]) {
  const place = createHookHome();
  const { home, project, dataDir } = place;
  const [path, text] = settings({ command: 'npx', args: [...npx, 'stdio', '--data-dir', dataDir] });
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  const start = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
    ended(
      spawn(program, args, {
        cwd: project,
        env: { PATH: CLIENT_PATH, HOME: home, NO_COLOR: '1', TERM: 'dumb', ...env },
      }),
    );
  return { ...place, start };
}

const programOf = (client: string): string =>
  REAL_CLIENTS.find(({ name }) => name === client)?.start('', 0).program ?? client;

const timeout = 120_000;

test.each([
  [
    'claude-code',
    '.claude.json',
    (server: object) => ({ mcpServers: { toolgate: { type: 'stdio', ...server } } }),
    { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', MCP_TIMEOUT: String(timeout) },
  ],
  [
    'gemini',
    '.gemini/settings.json',
    (server: object) => ({ mcpServers: { toolgate: { ...server, timeout } } }),
    { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  ],
  [
    'opencode',
    '.config/opencode/opencode.json',
    ({ command, args }: { command: string; args: string[] }) => ({
      mcp: { toolgate: { type: 'local', command: [command, ...args], enabled: true, timeout } },
    }),
    { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  ],
] as const)(
  '%s connects to the package that npx runs',
  async (client, path, settings, env) => {
    const { start } = connected((server) => [path, JSON.stringify(settings(server))]);
    const { stdout, stderr } = await start(programOf(client), ['mcp', 'list'], env);
    const said = `${stdout}${stderr}`;
    const line = said.split('\n').find((text) => /toolgate/.test(text) && /connected/i.test(text));
    expect(line, said).toBeDefined();
    expect(line).not.toMatch(/disconnected|failed/i);
  },
  LIMIT_MS,
);

test(
  'codex connects to the package that npx runs, and calls a tool',
  async () => {
    const { home, project } = connected(({ command, args }) => [
      '.codex/config.toml',
      `[mcp_servers.toolgate]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\nstartup_timeout_sec = 120\n`,
    ]);
    writeFileSync(join(project, 'poem.txt'), 'Roses\n');
    const { call } = await startAppServer({ home, project }, () => 'decline');
    expect(JSON.stringify(await call('read_file', { path: join(project, 'poem.txt') }))).toContain('Roses');
  },
  LIMIT_MS,
);

test(
  'the Inspector, the AI SDK and both SDK clients connect to the package that npx runs',
  async () => {
    const { dataDir, project } = createHookHome();
    const child = { command: 'npx', args: [...npx, 'stdio', '--data-dir', dataDir, '--root', project] };
    const env = { PATH: CLIENT_PATH, HOME: project };
    const { stdout } = await run(
      join(ROOT, 'node_modules/.bin/mcp-inspector'),
      ['--cli', child.command, ...child.args, '--method', 'tools/list', '--strict'],
      { env, maxBuffer: 67_108_864 },
    );
    expect((JSON.parse(stdout) as { tools: object[] }).tools.length).toBeGreaterThan(100);
    const ai = await createMCPClient({ transport: new StdioTransport({ ...child, env }) });
    onTestFinished(() => ai.close());
    expect(Object.keys(await ai.tools())).toContain('read_file');
    const self = { name: 'test', version: '1' };
    const current = new Client(self);
    await current.connect(new StdioClientTransport({ ...child, env }));
    onTestFinished(() => current.close());
    const older = new OlderClient(self);
    await older.connect(new OlderTransport({ ...child, env }));
    onTestFinished(() => older.close());
    for (const { tools } of [await current.listTools(), await older.listTools()])
      expect(tools.map(({ name }) => name)).toContain('read_file');
  },
  LIMIT_MS,
);
