import { join } from 'node:path';
import type { ConnectClient } from '../connect-client.ts';

export const opencode: ConnectClient = {
  title: 'opencode',
  path: ({ home, exists }) => {
    const [plain, commented] = ['json', 'jsonc'].map((end) => join(home, `.config/opencode/opencode.${end}`));
    return commented !== undefined && exists(commented) ? commented : String(plain);
  },
  format: 'jsonc',
  list: 'mcp',
  entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  hook: 'opencode',
  next: 'Restart opencode; opencode mcp list shows toolgate.',
};
