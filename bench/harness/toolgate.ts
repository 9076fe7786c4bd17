import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PACKS } from '../../src/core/tool/packs.ts';
import type { HttpTarget } from './http-client.ts';
import { endNode, startNode } from './node-process.ts';
import { type StdioClient, startStdio } from './stdio-client.ts';
import { until } from './until.ts';
import type { Workspace } from './workspace.ts';

export const BIN = join(import.meta.dirname, '../../bin/toolgate.js');
/** Everything a user gets, and the fixtures, whose `greet` does nothing. */
const PACKS = [...DEFAULT_PACKS, 'conformance'].join();
const END_LIMIT_MS = 5000;

const argsOf = (command: string, dataDir: string, { project }: Workspace): string[] => [
  BIN,
  command,
  '--data-dir',
  dataDir,
  '--root',
  project,
  '--pack',
  PACKS,
];

/** `toolgate stdio`: a pipe to the host of this data directory, which it starts if there is none. */
export const startPipe = (workspace: Workspace, dataDir: string): StdioClient =>
  startStdio(pipeArgs(workspace, dataDir), { ...workspace, cwd: workspace.project });

export const pipeArgs = (workspace: Workspace, dataDir: string): string[] =>
  argsOf('stdio', dataDir, workspace);

export const startInProcess = (workspace: Workspace, dataDir: string): StdioClient =>
  startStdio([...argsOf('stdio', dataDir, workspace), '--in-process'], {
    ...workspace,
    cwd: workspace.project,
  });

export interface ServedHttp extends HttpTarget {
  readonly pid: number;
  close(): Promise<void>;
}

/** `toolgate serve` with a token. */
export async function startServe(
  workspace: Workspace,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedHttp> {
  const log = `${dataDir}.log`;
  const fd = openSync(log, 'a');
  const child = startNode([...argsOf('serve', dataDir, workspace), '--port', '0'], {
    cwd: workspace.project,
    env: { ...workspace.env, ...env },
    stdio: ['ignore', 'ignore', fd],
  });
  const said = await until(`${log} to name address and token`, () => {
    const found = /at (http:\S+)\/mcp\n[\s\S]*?Token: (\S+)/.exec(readFileSync(log, 'utf8'));
    return found ?? (child.exitCode === null ? undefined : []);
  });
  const [, url, token] = said;
  if (url === undefined || token === undefined) throw new Error(readFileSync(log, 'utf8'));
  return { url, token, pid: child.pid ?? -1, close: () => endNode(child) };
}

/** The process that owns a data directory now. */
export function hostPid(dataDir: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8')) as { pid: number }).pid;
  } catch {
    // Nobody owns it.
    return undefined;
  }
}

/** Ends the background host that a pipe of ours left running. */
export async function endHost(dataDir: string): Promise<void> {
  const pid = hostPid(dataDir);
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  await until(`host ${pid} to end`, () => (isAlive(pid) ? undefined : true), END_LIMIT_MS).catch(() =>
    process.kill(pid, 'SIGKILL'),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie keeps its number until somebody asks how it ended.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
