import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { actionId } from './action-schema.ts';
import { executionOutput, executionText, orFail, PATIENCE_MS } from './execution-schema.ts';

const input = z.strictObject({
  actionId,
  parameters: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('script: args; webhook: payload; workflow: inputs by name'),
  wait: z.boolean().default(true).describe('Wait for its end, up to 28 s'),
});

const requestOf = ({ actionId: id, parameters }: z.output<typeof input>) =>
  ({ kind: 'run-action', actionId: id, parameters }) as const;

export const runAction = defineTool({
  name: 'run_action',
  pack: 'workflows',
  title: 'Run an action',
  description: 'Run an action. A long run continues: follow it with get_execution_status.',
  input,
  output: executionOutput,
  effects: ['write', 'exec', 'network'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ actionId: id }) => [{ kind: 'action', type: 'script', id }],
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, { actionId: id, parameters, wait }) => {
    let lines = 0;
    const onLine = (line: string) => ctx.progress(++lines, undefined, line);
    return orFail(await ctx.workflows.runAction(id, parameters, { waitMs: wait ? PATIENCE_MS : 0, onLine }));
  },
  toText: executionText,
});
