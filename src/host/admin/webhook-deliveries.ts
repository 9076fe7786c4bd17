import * as z from 'zod';
import { nameOfWork } from '../../core/workflow/step.ts';
import { actionOutput } from '../../tools/workflows/action-schema.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const question = z.string().nullable().describe('The question to answer first; then the same act again');

export const listActions = defineAct({
  name: 'actions/list',
  about: 'Scripts, webhooks and workflows that are kept as actions, and what people allow of them',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'actions' }],
  input: z.strictObject({}),
  output: z.object({ actions: z.array(actionOutput) }),
  run: async (host) => ({
    actions: (await host.workflows()).people.actions().map((one) => actionOutput.parse(one)),
  }),
});

export const openWebhook = defineAct({
  name: 'webhooks/open',
  about: 'Let a workflow be started over HTTP; its token is made with webhooks/rotate',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    workflowId: z.string().min(1),
    name: nameOfWork.optional(),
    auth: z.enum(['token', 'standard', 'github']).default('token'),
    inputMap: z.record(z.string(), z.string()).default({}).describe('Input -> path in the JSON body'),
    perMinute: z.number().int().min(1).max(6000).default(60).describe('Most deliveries a minute'),
  }),
  output: z.object({ webhookId: z.string().nullable(), approvalId: question }),
  run: async (host, input, actor) => {
    const args = { direction: 'incoming', ...input };
    const { data, approvalId } = await throughGate(host, 'create_webhook', args, actor);
    return { webhookId: data === null ? null : String(data.webhookId), approvalId };
  },
});

export const sendWebhook = defineAct({
  name: 'webhooks/send',
  about: 'Send an outgoing webhook with values for its placeholders; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    id: z.string().min(1).describe('Id of an outgoing webhook'),
    variables: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Values for {{name}} in address and body'),
  }),
  output: z.object({ executionId: z.string().nullable(), approvalId: question }),
  run: async (host, { id: webhookId, variables }, actor) => {
    const args = { webhookId, variables };
    const { data, approvalId } = await throughGate(host, 'trigger_webhook', args, actor);
    return { executionId: data === null ? null : String(data.executionId), approvalId };
  },
});

export const listDeliveries = defineAct({
  name: 'webhooks/deliveries',
  about: 'What came in or went out by a webhook, newest first',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({ id: z.string().min(1).describe('Id of a webhook') }),
  output: z.object({
    deliveries: z.array(
      z.object({
        id: z.string(),
        direction: z.enum(['in', 'out']),
        eventId: z.string(),
        attempt: z.number(),
        status: z.string(),
        statusCode: z.number().nullable(),
        detail: z.string().nullable(),
        runId: z.string().nullable(),
        durationMs: z.number().nullable(),
        createdAt: z.string(),
      }),
    ),
  }),
  run: async (host, { id }) => ({ deliveries: (await host.workflows()).people.deliveries(id) }),
});
