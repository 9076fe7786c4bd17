import { once } from 'node:events';
import { endNode, startNode } from './node-process.ts';
import { type StdioClient, startStdio } from './stdio-client.ts';
import type { ServedHttp } from './toolgate.ts';
import type { Workspace } from './workspace.ts';

export type PeerTool = 'echo' | 'read_file';

/** A one-tool server on stdio. */
export const startPeer = (
  workspace: Workspace,
  server: 'bare-sdk-stdio' | 'raw-loop',
  tool: PeerTool = 'echo',
  env: Readonly<Record<string, string>> = {},
): StdioClient =>
  startStdio([workspace.server(server), tool], {
    ...workspace,
    cwd: workspace.project,
    env: { ...workspace.env, ...env },
  });

/** A one-tool server on HTTP. */
export async function startHttpPeer(
  workspace: Workspace,
  server: 'bare-sdk-http' | 'raw-http',
  tool: PeerTool,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedHttp> {
  const child = startNode([workspace.server(server), tool], {
    cwd: workspace.project,
    env: { ...workspace.env, ...env },
    stdio: ['pipe', 'pipe', workspace.logFd],
  });
  if (!child.stdout) throw new Error('A piped stdout is always there');
  const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { url: url.trim(), pid: child.pid ?? -1, close: () => endNode(child) };
}
