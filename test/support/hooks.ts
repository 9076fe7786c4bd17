import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BIN, temporaryDirectory } from './program.ts';

type Data = Record<string, unknown>;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Stands between us and a hook: a client that names no project is asked where its process was started. */
const AGENT = `
  const { spawnSync } = require('node:child_process');
  process.exitCode = spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
`;

/** A home of its own with a project in it, and the built program there. */
export function createHookHome(name = 'project') {
  const home = temporaryDirectory();
  const project = join(home, name);
  const dataDir = join(home, '.toolgate');
  mkdirSync(project);
  mkdirSync(dataDir);
  const run = (args: readonly string[], input = '', env: Record<string, string> = {}): Promise<Ended> => {
    const underAgent = args[0] === 'hook' && args[1] !== 'claude-code' ? ['-e', AGENT] : [];
    const child = spawn(process.execPath, [...underAgent, BIN, ...args], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_PROJECT_DIR: project, ...env },
    });
    return ended(child, input);
  };
  const event = (tool: string, input: Data, more: Data = {}): string =>
    JSON.stringify({
      session_id: 's',
      cwd: project,
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: 't1',
      ...more,
    });
  /** The id of what waits for a person, as soon as something does. */
  const openQuestion = async (limitMs = 30_000): Promise<string> => {
    const deadline = Date.now() + limitMs;
    while (Date.now() < deadline) {
      const [first] = JSON.parse((await run(['approvals', '--json'])).stdout || '[]') as { id: string }[];
      if (first) return first.id;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('Nothing was asked');
  };
  return {
    openQuestion,
    home,
    project,
    dataDir,
    run,
    event,
    /** What `toolgate hook claude-code` says to a call. */
    hook: (text: string, env?: Record<string, string>) =>
      run(['hook', 'claude-code', '--data-dir', dataDir], text, env),
  };
}

/** The decision in an answer to Claude Code; `pass` where there is none. */
export function decisionIn({ stdout, code }: Ended): string {
  if (code !== 0) return `exit ${code}`;
  if (stdout === '') return 'pass';
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
  return hookSpecificOutput.permissionDecision ?? 'none';
}

export function ended(child: ReturnType<typeof spawn>, input = ''): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (piece: Buffer) => (said.stdout += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (said.stderr += piece.toString()));
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
}
