import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const claudeCode: ConnectClient = {
  title: 'Claude Code',
  path: ({ home }) => join(home, '.claude.json'),
  format: 'json',
  list: 'mcpServers',
  entry: (server) => ({ type: 'stdio', ...server }),
  hook: 'claude-code',
  next: 'Restart Claude Code; /mcp shows toolgate.',
};
