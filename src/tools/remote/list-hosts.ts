import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';

const entry = z.strictObject({
  name: z.string().describe('Give it as host'),
  source: z.enum(['ssh_config', 'config', 'added']).describe('Where it is named'),
  root: z.string().optional().describe('Directory that file tools stay in'),
  isDefault: z.boolean().describe('Meant where a call names none'),
  isConnected: z.boolean().describe('A connection is open'),
  lastUsedAt: z.string().optional().describe('ISO time; the first use is asked about'),
});

export const listHosts = defineTool({
  name: 'acp_remote_list_hosts',
  pack: 'remote',
  title: 'List remote hosts',
  description: 'List the remote machines you may use, by the names that the other remote tools take.',
  input: z.strictObject({}),
  output: z.strictObject({ hosts: z.array(entry).describe('By source, then by name') }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx) => ({ hosts: [...(await ctx.remote.hosts())] }),
  toText: ({ hosts }) =>
    hosts
      .map(({ name, isDefault, isConnected, root }) =>
        [
          name,
          ...(isDefault ? ['(default)'] : []),
          ...(isConnected ? ['connected'] : []),
          ...(root ? [`root ${root}`] : []),
        ].join(' '),
      )
      .join('\n') ||
    'There are no hosts; a person can name some in ~/.ssh/config or with toolgate hosts add.',
});
