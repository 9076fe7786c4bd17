import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const zed: ConnectClient = {
  title: 'Zed',
  path: ({ home }) => join(home, '.config/zed/settings.json'),
  format: 'jsonc',
  list: 'context_servers',
  // Versions differ in whether they need the source said.
  entry: (server) => ({ source: 'custom', ...server }),
  next: 'Zed starts toolgate by itself; its agent settings show a green dot beside it.',
};
