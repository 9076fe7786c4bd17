import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { ACTION_TYPES } from '../../core/workflow/workflows.ts';
import { actionOutput } from './action-schema.ts';

export const listActions = defineTool({
  name: 'list_actions',
  pack: 'workflows',
  title: 'List actions',
  description: 'List actions: scripts, webhooks and workflows that people set up to be run.',
  input: z.strictObject({
    actionType: z.enum(ACTION_TYPES).optional().describe('Only of this type'),
    projectId: z.string().min(1).optional().describe('Only of this project'),
    enabledOnly: z.boolean().optional().describe('Only those that can be run'),
  }),
  output: z.strictObject({
    actions: z.array(actionOutput).describe('By name'),
    total: z.number().describe('How many'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, filter) => {
    const actions = (await ctx.workflows.listActions(filter)).map((one) => actionOutput.parse(one));
    return { actions, total: actions.length };
  },
});
