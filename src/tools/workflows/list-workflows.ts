import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { projectId, workflowSummary } from './workflow-schema.ts';

export const listWorkflows = defineTool({
  name: 'list_workflows',
  pack: 'workflows',
  title: 'List workflows',
  description: 'List workflows, those in .toolgate/workflows of open directories included.',
  input: z.strictObject({ projectId: projectId.optional() }),
  output: z.strictObject({
    workflows: z.array(workflowSummary).describe('By name'),
    total: z.number().describe('How many'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx, filter) => {
    const found = await ctx.workflows.list(filter);
    const workflows = found.map((one) => workflowSummary.strip().parse(one));
    return { workflows, total: workflows.length };
  },
  toText: ({ workflows }) =>
    workflows
      .map(
        ({ workflowId: id, name, stepCount, description, nextRunAt }) =>
          `${id}  ${name} (${stepCount} steps)${description === undefined ? '' : `: ${description}`}${nextRunAt === undefined ? '' : `, next at ${nextRunAt}`}`,
      )
      .join('\n') || 'There are no workflows; create_workflow makes one.',
});
