import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { workflowId, workflowOutput, workflowText } from './workflow-schema.ts';

const input = z.strictObject({ workflowId, stepId: z.string().min(1).describe('Which step') });

const requestOf = (args: z.output<typeof input>) => ({ kind: 'remove-step', ...args }) as const;

export const deleteWorkflowStep = defineTool({
  name: 'delete_workflow_step',
  pack: 'workflows',
  title: 'Delete a step of a workflow',
  description: 'Delete one step; what needed it then needs what it needed.',
  input,
  output: workflowOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) =>
    workflowOutput.parse(await ctx.workflows.removeStep(args.workflowId, args.stepId)),
  toText: workflowText,
});
