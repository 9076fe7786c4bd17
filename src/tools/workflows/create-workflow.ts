import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { documentFields } from '../../core/workflow/document.ts';
import { projectId, stepsInput, toStep, workflowOutput, workflowText } from './workflow-schema.ts';

const input = z.strictObject({
  ...documentFields,
  projectId: projectId.optional(),
  steps: stepsInput.default([]),
});

const contentOf = ({ projectId: _, steps, ...rest }: z.output<typeof input>): Record<string, unknown> => ({
  ...rest,
  steps: steps.map(toStep),
});

const requestOf = (args: z.output<typeof input>) =>
  ({ kind: 'store-workflow', projectId: args.projectId, change: contentOf(args) }) as const;

export const createWorkflow = defineTool({
  name: 'create_workflow',
  pack: 'workflows',
  title: 'Create a workflow',
  description:
    'Create a workflow, best with all its steps at once. A list is a sequence; needs make it a graph. Results of steps reach commands through env: {"V": "{{steps.build.outputs.version}}"} and "$V".',
  input,
  output: workflowOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) =>
    workflowOutput.parse(await ctx.workflows.create(contentOf(args), { projectId: args.projectId })),
  toText: workflowText,
});
