import * as z from 'zod';
import { defineTool } from '../../core/tool.ts';
import { outputText, processId, processOutput, toOutput } from './process-output.ts';

export const getBackgroundProcessOutput = defineTool({
  name: 'get_background_process_output',
  pack: 'processes',
  title: 'Read the output of a background process',
  description:
    'Read what a background process printed: the last lines, or those since sinceSeq. waitMs waits for new ones instead of polling.',
  input: z.strictObject({
    processId,
    tailLines: z.number().int().min(1).max(5000).default(100).describe('At most this many lines'),
    sinceSeq: z.number().int().min(0).optional().describe('From this line on; 0: from the first'),
    waitMs: z.number().int().min(0).max(60_000).default(0).describe('Wait that long for new output'),
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
