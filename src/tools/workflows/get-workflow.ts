import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { workflowId, workflowOutput, workflowText } from './workflow-schema.ts';

export const getWorkflow = defineTool({
  name: 'get_workflow',
  pack: 'workflows',
  title: 'Show a workflow',
  description: 'A workflow with its steps.',
  input: z.strictObject({ workflowId }),
  output: workflowOutput,
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx, { workflowId: id }) => workflowOutput.parse(await ctx.workflows.get(id)),
  toText: workflowText,
});
