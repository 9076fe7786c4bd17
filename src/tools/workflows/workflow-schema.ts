import * as z from 'zod';
import { stepId, stepSchema } from '../../core/workflow/step.ts';

export const workflowId = z.string().min(1).describe('Id of the workflow');
export const projectId = z.string().min(1).describe('Id of a registered project');

/** A step as tools take it: what get_workflow shows can be sent back. */
export const toolStep = stepSchema.omit({ id: true }).extend({ stepId: stepId.optional() });

type ToolStep = z.output<typeof toolStep>;

/** The field is called id in a file, and stepId wherever ids of different things meet. */
export const toStep = ({ stepId: id, ...step }: ToolStep): Record<string, unknown> =>
  id === undefined ? step : { id, ...step };

export const stepsInput = z.array(toolStep).max(200).describe('In order; with needs they form a graph');

export const workflowSummary = z.strictObject({
  workflowId: z.string().describe('For the other tools'),
  name: z.string().describe('For people'),
  description: z.string().optional().describe('What it is for'),
  projectId: z.string().optional().describe('Project it belongs to'),
  version: z.number().describe('Goes up with each change'),
  stepCount: z.number().describe('Number of steps'),
  file: z.string().optional().describe('File it comes from'),
  isEnabled: z.boolean().describe('It may start by itself'),
  nextRunAt: z.string().optional().describe('By its schedule'),
  createdAt: z.string().describe('ISO time'),
  updatedAt: z.string().describe('ISO time'),
  lastRunAt: z.string().optional().describe('ISO time'),
});

const step = z.looseObject({
  stepId: z.string().describe('Name of the step'),
  name: z.string().describe('For people'),
});

export const workflowOutput = workflowSummary.extend({
  steps: z.array(step).describe('As they are kept'),
  definition: z.record(z.string(), z.unknown()).describe('Inputs, env, schedule and the rest'),
  yaml: z.string().describe('The whole as a file for .toolgate/workflows'),
  exposeAs: z.string().optional().describe('Tool it is offered as'),
});

export const workflowText = ({
  name,
  workflowId: id,
  version,
  yaml,
}: z.output<typeof workflowOutput>): string => `${name} (${id}, version ${version})\n\n${yaml}`;
