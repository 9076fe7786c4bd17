import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { nameOfWork } from '../../core/workflow/step.ts';
import { actionConfig, actionId, actionOutput } from './action-schema.ts';

const input = z.strictObject({
  actionId,
  name: nameOfWork.optional(),
  description: z.string().max(2000).nullable().optional().describe('What it is for; null removes it'),
  config: actionConfig.optional(),
  isEnabled: z.boolean().optional().describe('Whether it can be run'),
});

const requestOf = ({ actionId: id, ...change }: z.output<typeof input>) =>
  ({ kind: 'store-action', actionId: id, change }) as const;

export const updateAction = defineTool({
  name: 'update_action',
  pack: 'workflows',
  title: 'Change an action',
  description: 'Change fields of an action; config is merged with what is there.',
  input,
  output: actionOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) =>
    actionOutput.parse(await ctx.workflows.updateAction(args.actionId, requestOf(args).change)),
});
