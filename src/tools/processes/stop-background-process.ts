import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { processId } from './process-output.ts';

export const stopBackgroundProcess = defineTool({
  name: 'stop_background_process',
  pack: 'processes',
  title: 'Stop a background process',
  description: 'Stop a background process and everything it started; returns when all of it has ended.',
  input: z.strictObject({
    processId,
    force: z.boolean().default(false).describe('Kill at once, with no time to finish'),
  }),
  output: z.strictObject({
    stopped: z.boolean().describe('It no longer runs'),
    exitCode: z.number().nullable().describe('null: ended by a signal'),
    signal: z.string().optional().describe('What ended it'),
  }),
  effects: ['exec'],
  // What an agent started it may stop; a process of another agent of the same user is asked about.
  risk: ({ processId: id }, judge) => (judge.isOwnProcess(id) ? 'SAFE' : 'MEDIUM'),
  isCore: true,
  aliases: { 'shell.kill': {}, shell_kill: {} },
  preview: async ({ processId: id }, ctx) => {
    const { name, command, cwd } = await ctx.processes.get(id);
    return `${id}, ${name}\n${command}\nin ${cwd}`;
  },
  run: async (ctx, { processId: id, force }) => {
    const { endedAt, exitCode = null, signal } = await ctx.processes.stop(id, { force });
    if (endedAt === undefined)
      throw new ToolError('EXEC_FAILED', `The process ${id} could not be stopped`, {
        hint: 'It may be waiting for a device; check it with ps.',
      });
    return { stopped: true, exitCode, ...(signal !== undefined && { signal }) };
  },
});
