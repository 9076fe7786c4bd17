import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { actionId, actionOutput } from './action-schema.ts';

export const getAction = defineTool({
  name: 'get_action',
  pack: 'workflows',
  title: 'Show an action',
  description: 'An action with its configuration.',
  input: z.strictObject({ actionId }),
  output: actionOutput,
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, { actionId: id }) => actionOutput.parse(await ctx.workflows.getAction(id)),
});
