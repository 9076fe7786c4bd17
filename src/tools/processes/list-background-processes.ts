import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';
import { status } from './process-output.ts';

const process = z.strictObject({
  processId: z.string().describe('For the process tools'),
  name: z.string().describe('For people'),
  command: z.string().describe('What was started'),
  cwd: z.string().describe('Where it runs'),
  pid: z.number().describe('Of the system'),
  host: z.string().optional().describe('Remote host it runs on'),
  status,
  startedAt: z.string().describe('When it began'),
  endedAt: z.string().optional().describe('When it ended'),
  exitCode: z.number().nullable().optional().describe('null: a signal ended it, or nobody saw it end'),
  signal: z.string().optional().describe('What ended it'),
  ports: z.array(z.number()).describe('TCP ports it listens on'),
  url: z.string().optional().describe('Address it printed'),
  restarts: z.number().describe('How often it was started again'),
  keepAlive: z.boolean().describe('It outlives the connection'),
  sandbox: z.enum(['closed', 'open', 'none']).describe('What it runs in'),
});

export const listBackgroundProcesses = defineTool({
  name: 'list_background_processes',
  pack: 'processes',
  title: 'List background processes',
  description: 'List what you started in the background: what runs, its ports, and what ended lately.',
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
      .map(({ processId, status: now, name, ports, url, exitCode }) =>
        [processId, now, ...(exitCode == null ? [] : [`exit code ${exitCode}`]), name, url ?? ports.join(',')]
          .join(' ')
          .trim(),
      )
      .join('\n') || 'Nothing runs in the background.',
});
