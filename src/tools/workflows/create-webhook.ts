import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool, type ToolContext } from '../../core/tool/tool.ts';
import { webhookConfig } from '../../core/workflow/action.ts';
import { nameOfWork } from '../../core/workflow/step.ts';
import type { WorkRequest } from '../../core/workflow/work-request.ts';
import { webhookOutput } from './webhook-schema.ts';

const input = z
  .strictObject({
    direction: z.enum(['incoming', 'outgoing']).describe('incoming starts a workflow'),
    name: nameOfWork.optional(),
    workflowId: z.string().min(1).optional().describe('incoming: which workflow'),
    auth: z
      .enum(['token', 'standard', 'github'])
      .default('token')
      .describe('incoming: bearer token, Standard Webhooks signature or GitHub signature'),
    inputMap: z
      .record(z.string(), z.string())
      .default({})
      .describe(
        'incoming: input -> path in the JSON body, such as release.tag_name ($: all of it); default: fields of the same name',
      ),
    perMinute: z.number().int().min(1).max(6000).default(60).describe('incoming: most deliveries a minute'),
    ...webhookConfig.partial({ url: true }).shape,
  })
  .refine(({ direction, workflowId, url }) => (direction === 'incoming' ? workflowId : url) !== undefined, {
    error: 'incoming needs workflowId, outgoing needs url',
    path: ['direction'],
  });

type Args = z.output<typeof input>;

function requestOf({
  direction,
  name,
  workflowId = '',
  auth: _a,
  inputMap: _i,
  perMinute: _p,
  ...config
}: Args): WorkRequest {
  if (direction === 'incoming') return { kind: 'open-webhook', workflowId };
  return { kind: 'store-action', change: { actionType: 'webhook', name: name ?? config.url, config } };
}

export const createWebhook = defineTool({
  name: 'create_webhook',
  pack: 'workflows',
  title: 'Create a webhook',
  description:
    'Incoming: a way to start a workflow over HTTP; a person then makes its token. Outgoing: an address trigger_webhook sends to, signed with the stored secret named by secret.',
  input,
  output: webhookOutput,
  effects: ['write'],
  risk: (args, judge) => judge.work(requestOf(args)),
  alwaysChanges: true,
  preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
  effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
  run: async (ctx, args) => webhookOutput.parse(await create(ctx, args)),
});

async function create(ctx: ToolContext, args: Args) {
  const request = requestOf(args);
  if (request.kind === 'open-webhook')
    return ctx.workflows.openWebhook({ ...args, workflowId: request.workflowId });
  if (request.kind !== 'store-action') throw new ToolError('INTERNAL', 'No such webhook');
  const { actionId } = await ctx.workflows.createAction(request.change);
  const made = (await ctx.workflows.listWebhooks()).find(({ webhookId }) => webhookId === actionId);
  if (!made) throw new ToolError('INTERNAL', `The webhook ${actionId} was not kept`);
  return made;
}
