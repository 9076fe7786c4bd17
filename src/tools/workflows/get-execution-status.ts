import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { executionId, executionOutput, executionText, toOutput } from './execution-schema.ts';

const line = z.strictObject({
  seq: z.number().describe('Number of the line'),
  at: z.string().describe('ISO time'),
  stepId: z.string().describe('Step that printed it'),
  text: z.string().describe('The line'),
});

const output = executionOutput.extend({
  log: z.array(line).optional().describe('Lines after logAfter'),
});

export const getExecutionStatus = defineTool({
  name: 'get_execution_status',
  pack: 'workflows',
  title: 'Show an execution',
  description: 'How a run of a workflow or an action stands, step by step, with its log if asked for.',
  input: z.strictObject({
    executionId,
    logAfter: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('Show log lines after this number; 0: from the start'),
    maxLines: z.number().int().min(1).max(2000).default(200).describe('Most log lines'),
  }),
  output,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx, { executionId: id, logAfter, maxLines }) => {
    const found = toOutput(await ctx.workflows.execution(id));
    if (logAfter === undefined) return found;
    return { ...found, log: [...(await ctx.workflows.logs(id, logAfter, maxLines))] };
  },
  toText: ({ log, ...data }) =>
    [executionText(data), ...(log ?? []).map(({ seq, stepId, text }) => `${seq} ${stepId}: ${text}`)].join(
      '\n',
    ),
});
