import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { EXECUTION_STATUSES } from '../../core/workflow/execution.ts';
import { ACTION_TYPES } from '../../core/workflow/workflows.ts';
import { execution } from './execution-schema.ts';

export const listActionExecutions = defineTool({
  name: 'list_action_executions',
  pack: 'workflows',
  title: 'List executions',
  description: 'History of runs of actions and workflows, newest first.',
  input: z.strictObject({
    actionId: z.string().min(1).optional().describe('Only of this action'),
    actionType: z.enum(ACTION_TYPES).optional().describe('Only of actions of this type'),
    workflowId: z.string().min(1).optional().describe('Only of this workflow'),
    status: z.enum(EXECUTION_STATUSES).optional().describe('Only with this status'),
    limit: z.number().int().min(1).max(500).default(20).describe('Most entries'),
  }),
  output: z.strictObject({
    executions: z.array(execution).describe('Newest first'),
    total: z.number().describe('How many are listed'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx, filter) => {
    const executions = (await ctx.workflows.executions(filter)).map((one) => execution.parse(one));
    return { executions, total: executions.length };
  },
  toText: ({ executions }) =>
    executions
      .map(({ executionId, name, status, trigger, startedBy, createdAt, durationMs }) =>
        [
          executionId,
          status,
          name,
          `${trigger} by ${startedBy}`,
          createdAt,
          durationMs === undefined ? '' : `${durationMs} ms`,
        ]
          .join('  ')
          .trim(),
      )
      .join('\n') || 'Nothing has run yet.',
});
