import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { status } from './process-output.ts';

const process = z.strictObject({
  processId: z.string().describe('For the process tools'),
  name: z.string().describe('For people'),
  command: z.string().describe('What was started'),
  cwd: z.string().describe('Where it runs'),
  pid: z.number().describe('Process id of the system'),
  host: z.string().optional().describe('Remote host it runs on'),
  status,
  startedAt: z.string().describe('When it began'),
  endedAt: z.string().optional().describe('When it ended'),
  exitCode: z.number().nullable().optional().describe('null: ended by a signal, or its end was not seen'),
  signal: z.string().optional().describe('What ended it'),
  ports: z.array(z.number()).describe('TCP ports it listens on'),
  url: z.string().optional().describe('Address it printed'),
  restarts: z.number().describe('Number of restarts'),
  notRestarted: z.string().optional().describe('Why it was not restarted'),
  keepAlive: z.boolean().describe('It keeps running after the connection ends'),
  sandbox: z.enum(['closed', 'open', 'none']).describe('What it runs in'),
});

export const listBackgroundProcesses = defineTool({
  name: 'list_background_processes',
  pack: 'processes',
  title: 'List background processes',
  description: 'List your background processes: running ones with their ports, and recently ended ones.',
  input: z.strictObject({}),
  output: z.strictObject({ processes: z.array(process).describe('Oldest first') }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx) => ({
    processes: (await ctx.processes.list()).map((info) => ({ ...info, ports: [...info.ports] })),
  }),
  toText: ({ processes }) =>
    processes
      .map(({ processId, status: now, name, ports, url, exitCode, notRestarted }) =>
        [
          [
            processId,
            now,
            ...(exitCode == null ? [] : [`exit code ${exitCode}`]),
            name,
            url ?? ports.join(','),
          ]
            .join(' ')
            .trim(),
          ...(notRestarted === undefined ? [] : [`  ${notRestarted}`]),
        ].join('\n'),
      )
      .join('\n') || 'Nothing runs in the background.',
});
