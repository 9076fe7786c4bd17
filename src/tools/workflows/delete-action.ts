import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { actionId, actionOutput } from './action-schema.ts';

export const deleteAction = defineTool({
  name: 'delete_action',
  pack: 'workflows',
  title: 'Delete an action',
  description: 'Delete an action. Its history stays.',
  input: z.strictObject({ actionId }),
  output: actionOutput,
  effects: ['delete'],
  risk: 'MEDIUM',
  preview: async ({ actionId: id }, ctx) =>
    `Delete ${JSON.stringify(await ctx.workflows.getAction(id), null, 2)}`,
  run: async (ctx, { actionId: id }) => actionOutput.parse(await ctx.workflows.removeAction(id)),
});
