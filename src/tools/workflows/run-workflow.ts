import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { executionOutput, executionText, orFail, PATIENCE_MS } from './execution-schema.ts';
import { workflowId } from './workflow-schema.ts';

const input = z.strictObject({
  workflowId,
  inputs: z.record(z.string(), z.unknown()).default({}).describe('As the workflow declares them'),
  wait: z.boolean().default(true).describe('Wait for its end, up to 28 s'),
});

const requestOf = ({ workflowId: id, inputs }: z.output<typeof input>) =>
  ({ kind: 'run-workflow', workflowId: id, inputs }) as const;

export const runWorkflow = defineTool({
  name: 'run_workflow',
  pack: 'workflows',
  title: 'Run a workflow',
  description: 'Run a workflow. A long run continues: follow it with get_execution_status.',
  input,
  output: executionOutput,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  isCore: true,
  timeoutMs: 300_000,
  touches: ({ workflowId: id }) => [{ kind: 'action', type: 'workflow', id }],
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, { workflowId: id, inputs, wait }) => {
    let lines = 0;
    const onLine = (line: string) => ctx.progress(++lines, undefined, line);
    return orFail(await ctx.workflows.run(id, inputs, { waitMs: wait ? PATIENCE_MS : 0, onLine }));
  },
  toText: executionText,
});
