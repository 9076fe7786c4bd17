import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { documentFields } from '../../core/workflow/document.ts';
import { stepsInput, toStep, workflowId, workflowOutput, workflowText } from './workflow-schema.ts';

const { name, ...others } = documentFields;
const input = z.strictObject({
  workflowId,
  name: name.optional(),
  ...nullable(others),
  steps: stepsInput.optional(),
});

/** Null takes a field away. */
function nullable<T extends Record<string, z.ZodType>>(fields: T) {
  // Sound: the same keys, each of which may be null as well.
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.nullable().describe(aboutOf(field))]),
  ) as { [Key in keyof T]: z.ZodNullable<T[Key]> };
}

/** An optional field is described by what it holds. */
function aboutOf(field: z.ZodType): string {
  return field.description ?? (field instanceof z.ZodOptional ? aboutOf(field.unwrap() as z.ZodType) : '');
}

const requestOf = ({ workflowId: id, steps, ...rest }: z.output<typeof input>) =>
  ({
    kind: 'store-workflow',
    workflowId: id,
    change: { ...rest, ...(steps && { steps: steps.map(toStep) }) },
  }) as const;

export const updateWorkflow = defineTool({
  name: 'update_workflow',
  pack: 'workflows',
  title: 'Change a workflow',
  description:
    'Change fields of a workflow; null removes one. Runs in progress keep the version they started with.',
  input,
  output: workflowOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) =>
    workflowOutput.parse(await ctx.workflows.update(args.workflowId, requestOf(args).change)),
  toText: workflowText,
});
