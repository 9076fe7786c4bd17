import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { toolStep, toStep, workflowId } from './workflow-schema.ts';

const input = z
  .strictObject({
    workflowId,
    order: z.number().int().min(0).optional().describe('Place in a sequence; default: last'),
    templateId: z.string().optional().describe('Take the command of a step template'),
    values: z.record(z.string(), z.string()).optional().describe('For the placeholders of the template'),
  })
  .extend(toolStep.shape);

const requestOf = ({ workflowId: id, order, templateId, values, ...step }: z.output<typeof input>) =>
  ({ kind: 'add-step', workflowId: id, order, templateId, values, step: withoutGaps(toStep(step)) }) as const;

/** Fields that were not given must not hide those of a template. */
const withoutGaps = (step: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined));

export const addWorkflowStep = defineTool({
  name: 'add_workflow_step',
  pack: 'workflows',
  title: 'Add a step to a workflow',
  description:
    'Add one step: a command, or any other kind of step. For many at once use create_workflow or update_workflow.',
  input,
  output: z.strictObject({
    workflowId: z.string().describe('The workflow'),
    stepId: z.string().describe('The new step'),
    name: z.string().describe('Its name'),
    order: z.number().describe('Its place'),
    version: z.number().describe('Of the workflow now'),
    stepCount: z.number().describe('Steps there are now'),
  }),
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) => {
    const { step, ...options } = requestOf(args);
    const { workflow, ...added } = await ctx.workflows.addStep(args.workflowId, step, options);
    return {
      workflowId: args.workflowId,
      ...added,
      version: workflow.version,
      stepCount: workflow.stepCount,
    };
  },
});
