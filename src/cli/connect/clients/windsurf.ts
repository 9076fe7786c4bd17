import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const windsurf: ConnectClient = {
  title: 'Windsurf',
  path: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
  format: 'json',
  list: 'mcpServers',
  entry: (server) => ({ ...server }),
  next: 'Refresh the MCP servers in the settings of Windsurf.',
  needsRoot: true,
};
