import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const cursor: ConnectClient = {
  title: 'Cursor',
  path: ({ home }) => join(home, '.cursor/mcp.json'),
  format: 'json',
  list: 'mcpServers',
  entry: (server) => ({ ...server }),
  hook: 'cursor',
  next: 'Switch toolgate on in the settings of Cursor, under MCP.',
};
