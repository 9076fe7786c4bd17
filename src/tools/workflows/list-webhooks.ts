import * as z from 'zod';
import { defineTool } from '../../core/tool/tool.ts';
import { webhookOutput } from './webhook-schema.ts';

export const listWebhooks = defineTool({
  name: 'list_webhooks',
  pack: 'workflows',
  title: 'List webhooks',
  description: 'Incoming webhooks, which start workflows, and outgoing ones, which trigger_webhook sends.',
  input: z.strictObject({}),
  output: z.strictObject({ webhooks: z.array(webhookOutput).describe('Incoming ones first') }),
  effects: ['read'],
  risk: 'SAFE',
  run: async (ctx) => ({
    webhooks: (await ctx.workflows.listWebhooks()).map((one) => webhookOutput.parse(one)),
  }),
});
