import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const gemini: ConnectClient = {
  title: 'Gemini CLI',
  path: ({ home }) => join(home, '.gemini/settings.json'),
  format: 'jsonc',
  list: 'mcpServers',
  entry: (server) => ({ ...server }),
  hook: 'gemini',
  next: 'Restart gemini; /mcp shows toolgate.',
};
