import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { executionId, executionOutput, executionText, toOutput } from './execution-schema.ts';

export const cancelExecution = defineTool({
  name: 'cancel_execution',
  pack: 'workflows',
  title: 'Cancel an execution',
  description: 'End a run of a workflow or an action, with everything it started.',
  input: z.strictObject({ executionId }),
  output: executionOutput,
  effects: ['write'],
  risk: 'MEDIUM',
  preview: async ({ executionId: id }, ctx) => executionText(toOutput(await ctx.workflows.execution(id))),
  run: async (ctx, { executionId: id }) => toOutput(await ctx.workflows.cancel(id)),
  toText: executionText,
});
