import * as z from 'zod';
import { ownArgv } from '../../core/process/own-command.ts';
import { showCommand } from '../../core/text/command-words.ts';
import { defineAct } from './act.ts';

const clientSchema = z.object({
  name: z.string(),
  how: z.string().describe('Where the text goes'),
  text: z.string(),
});

export const clientSetups = defineAct({
  name: 'clients',
  about: 'How to connect an agent: what to type or paste, for each client',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({ address: z.string().nullable(), clients: z.array(clientSchema) }),
  run: ({ served }) => {
    const server = ownArgv('stdio');
    const { command, args } = server;
    const json = (value: unknown): string => JSON.stringify(value, null, 2);
    const url = served.address === undefined ? undefined : `${served.address}/mcp`;
    return {
      address: url ?? null,
      clients: [
        {
          name: 'Claude Code',
          how: 'In a terminal, in your project',
          text: `claude mcp add toolgate -- ${showCommand([command, ...args])}`,
        },
        {
          name: 'Codex',
          how: 'In ~/.codex/config.toml',
          text: `[mcp_servers.toolgate]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
        },
        { name: 'Cursor', how: 'In .cursor/mcp.json', text: json({ mcpServers: { toolgate: server } }) },
        {
          name: 'VS Code',
          how: 'In .vscode/mcp.json',
          text: json({ servers: { toolgate: { type: 'stdio', ...server } } }),
        },
        {
          name: 'Claude Desktop',
          how: 'In claude_desktop_config.json',
          text: json({ mcpServers: { toolgate: server } }),
        },
        ...(url === undefined
          ? []
          : [
              {
                name: 'Over HTTP',
                how: 'For clients that take an address; make a token below',
                text: json({ url, headers: { Authorization: 'Bearer <token>' } }),
              },
            ]),
      ],
    };
  },
});
