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
    wrongFiles: z.array(z.string()).optional().describe('Workflow files with mistakes, which are left out'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  run: async (ctx, filter) => {
    const found = await ctx.workflows.list(filter);
    const workflows = found.map((one) => workflowSummary.strip().parse(one));
    const wrongFiles = [...(await ctx.workflows.wrongFiles())];
    return { workflows, total: workflows.length, ...(wrongFiles.length > 0 && { wrongFiles }) };
  },
  toText: ({ workflows, wrongFiles = [] }) =>
    [...workflows.map(lineOf), ...wrongFiles.map((problem) => `[left out] ${problem}`)].join('\n') ||
    'There are no workflows; create_workflow makes one.',
});

const lineOf = ({
  workflowId: id,
  name,
  stepCount,
  description,
  nextRunAt,
}: z.output<typeof workflowSummary>): string =>
  `${id}  ${name} (${stepCount === 1 ? '1 step' : `${stepCount} steps`})${description === undefined ? '' : `: ${description}`}${nextRunAt === undefined ? '' : `, next at ${nextRunAt}`}`;
