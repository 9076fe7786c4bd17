import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';

const input = z.strictObject({
  webhookId: z.string().min(1).describe('Id of an outgoing webhook'),
  payload: z.unknown().optional().describe('Body instead of the kept one'),
  variables: z.record(z.string(), z.unknown()).optional().describe('Values for {{name}} in address and body'),
});

const requestOf = (args: z.output<typeof input>) => ({ kind: 'send-webhook', ...args }) as const;

export const triggerWebhook = defineTool({
  name: 'trigger_webhook',
  pack: 'workflows',
  title: 'Send a webhook',
  description: 'Send an outgoing webhook, with retries. An answer of 400 and above is a failure.',
  input,
  output: z.strictObject({
    executionId: z.string().describe('In the history'),
    statusCode: z.number().describe('HTTP status'),
    responseBody: z.string().describe('What came back, up to 10 kB'),
    retryAttempts: z.number().describe('Tries after the first'),
    durationMs: z.number().describe('All of it'),
  }),
  effects: ['network', 'write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  timeoutMs: 300_000,
  touches: ({ webhookId: id }) => [{ kind: 'action', type: 'webhook', id }],
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, { webhookId, ...request }) => {
    const data = await ctx.workflows.sendWebhook(webhookId, request);
    if (data.statusCode >= 400)
      throw new ToolError('EXEC_FAILED', `The webhook was answered with ${data.statusCode}`, {
        data: { ...data },
      });
    return data;
  },
});
