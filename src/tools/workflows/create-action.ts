import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { nameOfWork } from '../../core/workflow/step.ts';
import { ACTION_TYPES } from '../../core/workflow/workflows.ts';
import { actionConfig, actionOutput } from './action-schema.ts';

const input = z.strictObject({
  actionType: z.enum(ACTION_TYPES).describe('What it does'),
  name: nameOfWork,
  description: z.string().max(2000).optional().describe('What it is for'),
  projectId: z.string().min(1).optional().describe('Project it belongs to'),
  config: actionConfig,
});

const requestOf = (change: z.output<typeof input>) => ({ kind: 'store-action', change }) as const;

export const createAction = defineTool({
  name: 'create_action',
  pack: 'workflows',
  title: 'Create an action',
  description: 'Create an action that run_action or trigger_webhook can run.',
  input,
  output: actionOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  run: async (ctx, args) => actionOutput.parse(await ctx.workflows.createAction(args)),
});
