import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const claudeDesktop: ConnectClient = {
  title: 'Claude Desktop',
  path: ({ appData }) => join(appData, 'Claude/claude_desktop_config.json'),
  format: 'json',
  list: 'mcpServers',
  entry: (server) => ({ ...server }),
  next: 'Quit Claude Desktop and start it again.',
  needsRoot: true,
};
