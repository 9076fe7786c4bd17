import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedCall, startScriptedModel } from './scripted-model.ts';

const FOLDER = join(import.meta.dirname, '../clients');
const TOOLGATE = join(import.meta.dirname, '../../bin/toolgate.js');
const LIMIT_MS = 300_000;

/** Installs the agents, once; nothing of them runs while they are installed. */
export function installClients(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  console.error('Installing the agents to watch ...');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-package-lock'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  });
}

interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface AgentProgram {
  readonly name: string;
  /** How its model names our tools. */
  readonly toolName: (tool: string) => string;
  /** What it has to do before our tools are there. */
  readonly first: readonly ScriptedCall[];
  start(port: number, home: string, server: readonly string[]): Started;
}

const PLATFORM = `${process.platform}-${process.arch}`;

export const AGENT_PROGRAMS: readonly AgentProgram[] = [
  {
    name: 'Claude Code 2.1.326',
    toolName: (tool) => `mcp__toolgate__${tool}`,
    first: [],
    start: (port, _home, [command = '', ...args]) => ({
      program: join(FOLDER, `node_modules/@anthropic-ai/claude-code-${PLATFORM}/claude`),
      args: [
        ...['-p', 'go', '--dangerously-skip-permissions', '--mcp-config'],
        JSON.stringify({ mcpServers: { toolgate: { command, args } } }),
      ],
      env: {
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        // It refuses to skip its own questions as root elsewhere.
        IS_SANDBOX: '1',
      },
    }),
  },
  {
    name: 'Codex 0.166.0',
    toolName: (tool) => `mcp__toolgate/${tool}`,
    // It takes its first turn before its servers have started.
    first: [{ tool: 'exec_command', args: { cmd: 'sleep 5' } }],
    start: (port, home, [command, ...args]) => {
      const provider = `{name="x",base_url="http://127.0.0.1:${port}/v1",wire_api="responses",env_key="NO_KEY"}`;
      const settings = [
        'model_provider="x"',
        'model="gpt-5"',
        `model_providers.x=${provider}`,
        `mcp_servers.toolgate={command=${JSON.stringify(command)},args=${JSON.stringify(args)}}`,
      ];
      return {
        program: join(FOLDER, 'node_modules/.bin/codex'),
        args: [
          ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
          ...settings.flatMap((setting) => ['-c', setting]),
          'go',
        ],
        env: { CODEX_HOME: join(home, '.codex'), NO_KEY: 'none' },
      };
    },
  },
];

/** What an agent's model is given for each of these calls. */
export async function watchModel(
  agent: AgentProgram,
  calls: readonly ScriptedCall[],
  { project, flags }: { readonly project: string; readonly flags: readonly string[] },
): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'tgmodel-'));
  mkdirSync(join(home, '.codex'));
  const script = [...agent.first, ...calls.map(({ tool, args }) => ({ tool: agent.toolName(tool), args }))];
  const model = await startScriptedModel(script);
  const server = [
    process.execPath,
    TOOLGATE,
    'stdio',
    '--in-process',
    '--data-dir',
    join(home, 'data'),
    ...flags,
  ];
  const { program, args, env } = agent.start(model.port, home, server);
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', HOME: home, TERM: 'dumb', ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  model.close();
  rmSync(home, { recursive: true, force: true });
  const results = model.results.slice(agent.first.length);
  if (results.length !== calls.length)
    throw new Error(
      `${agent.name} made ${results.length} of ${calls.length} calls: ${model.results.join('\n')}`,
    );
  return results;
}
