import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { outputText, processId, processOutput, toOutput } from './process-output.ts';

export const getBackgroundProcessOutput = defineTool({
  name: 'get_background_process_output',
  pack: 'processes',
  title: 'Read the output of a background process',
  description:
    'Read the output of a background process: the last lines, or all since sinceSeq. Use waitMs to wait for new lines instead of polling.',
  input: z.strictObject({
    processId,
    tailLines: z.number().int().min(1).max(5000).default(100).describe('Maximum number of lines'),
    sinceSeq: z.number().int().min(0).optional().describe('Start at this line; 0: the first'),
    waitMs: z.number().int().min(0).max(60_000).default(0).describe('How long to wait for new output'),
  }),
  output: processOutput,
  isText: true,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  timeoutMs: 70_000,
  run: async (ctx, { processId: id, ...wanted }) => toOutput(await ctx.processes.output(id, wanted)),
  toText: outputText,
});
