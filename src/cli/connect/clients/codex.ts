import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const codex: ConnectClient = {
  title: 'Codex',
  path: ({ home }) => join(home, '.codex/config.toml'),
  format: 'toml',
  list: 'mcp_servers',
  entry: (server) => ({ ...server }),
  hook: 'codex',
  next: 'Restart codex; /mcp shows toolgate.',
};
