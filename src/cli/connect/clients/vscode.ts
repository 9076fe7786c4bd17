import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const vscode: ConnectClient = {
  title: 'VS Code',
  path: ({ appData }) => join(appData, 'Code/User/mcp.json'),
  format: 'jsonc',
  list: 'servers',
  entry: (server) => ({ type: 'stdio', ...server }),
  hook: 'vscode',
  next: 'In VS Code run "MCP: List Servers" and start toolgate.',
};
