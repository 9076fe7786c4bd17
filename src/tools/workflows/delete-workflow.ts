import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { workflowId } from './workflow-schema.ts';

export const deleteWorkflow = defineTool({
  name: 'delete_workflow',
  pack: 'workflows',
  title: 'Delete a workflow',
  description: 'Delete a workflow with its schedule and incoming webhooks. Its history stays.',
  input: z.strictObject({ workflowId }),
  output: z.strictObject({
    workflowId: z.string().describe('What was deleted'),
    name: z.string().describe('Its name'),
    deleted: z.boolean().describe('Always true'),
  }),
  effects: ['delete'],
  risk: 'MEDIUM',
  preview: async ({ workflowId: id }, ctx) => `Delete:\n${(await ctx.workflows.get(id)).yaml}`,
  run: async (ctx, { workflowId: id }) => {
    const { name } = await ctx.workflows.remove(id);
    return { workflowId: id, name, deleted: true };
  },
});
