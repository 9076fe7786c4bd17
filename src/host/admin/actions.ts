import * as z from 'zod';
import { PERMISSION_LEVELS } from '../../core/workflow/workflows.ts';
import { webhookOutput } from '../../tools/workflows/webhook-schema.ts';
import { defineAct } from './act.ts';

export const setActionPermission = defineAct({
  name: 'actions/permissions/set',
  about: 'Say whether an action runs unasked, is asked about, or is refused',
  scope: 'admin',
  input: z.strictObject({
    subject: z.string().min(1).describe('An action, type:script, type:webhook, type:workflow, or * for all'),
    level: z.enum(PERMISSION_LEVELS).nullable().describe('null takes it back'),
  }),
  output: z.object({ subject: z.string(), level: z.enum(PERMISSION_LEVELS).nullable() }),
  run: async (host, { subject, level }, { by, caller }) => {
    await (await host.workflows()).people.setPermission(subject, level, by, caller);
    return { subject, level };
  },
});

export const listWebhooks = defineAct({
  name: 'webhooks/list',
  about: 'Incoming and outgoing webhooks',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'webhooks' }],
  input: z.strictObject({}),
  output: z.object({ webhooks: z.array(webhookOutput) }),
  run: async (host) => ({
    webhooks: (await (await host.workflows()).people.webhooks()).map((one) => webhookOutput.parse(one)),
  }),
});

const webhook = z.strictObject({ id: z.string().min(1).describe('Id of an incoming webhook') });

export const rotateWebhook = defineAct({
  name: 'webhooks/rotate',
  about: 'Make a new token or secret, shown this once; the old one stops working',
  scope: 'admin',
  input: webhook,
  output: z.object({ webhookId: z.string(), auth: z.string(), secret: z.string(), path: z.string() }),
  run: async (host, { id }) => (await host.workflows()).people.rotate(id),
});

export const removeWebhook = defineAct({
  name: 'webhooks/remove',
  about: 'Close an incoming webhook',
  scope: 'admin',
  input: webhook,
  output: webhook,
  run: async (host, { id }) => {
    (await host.workflows()).people.removeWebhook(id);
    return { id };
  },
});
