import { randomBytes } from 'node:crypto';
import { SHOWN } from '../../core/approval/rule.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import { ownSecretOf } from '../../core/workflow/stored-secret.ts';
import type { ActionRow } from '../../store/actions.ts';
import type { IncomingRow } from '../../store/webhooks.ts';
import { syncFiles } from '../definitions/sync-files.ts';
import { toView } from '../definitions/workflow-view.ts';
import { planAction } from '../judge-work.ts';
import type { Parts } from '../parts.ts';
import { placedCaller, planOf } from '../runs/start-run.ts';
import { runCallerOf } from '../steps/run-caller.ts';
import { tokenHash } from '../webhooks/receive.ts';
import { incomingView, outgoing } from '../webhooks/webhook-view.ts';
import type { PeoplesTriggers } from './people.ts';

const MOST_DELIVERIES = 100;

export function triggersOfPeople(parts: Parts): PeoplesTriggers {
  const { definitions, stores, scheduler, services, actions, templates } = parts;
  const view = (id: string) => toView(definitions.get(id), parts);
  const incoming = (id: string): IncomingRow => {
    const row = stores.webhooks.get(id);
    if (!row) throw new ToolError('NOT_FOUND', `There is no incoming webhook "${id}"`);
    return row;
  };
  return {
    list: (roots) => {
      syncFiles(parts, roots);
      return definitions.list().map((one) => toView(one, parts));
    },
    wrongFiles: (roots) => syncFiles(parts, roots),
    show: (id, roots) => {
      syncFiles(parts, roots);
      return view(id);
    },
    enable: async (id, caller, by) => {
      syncFiles(parts, caller.roots);
      const definition = definitions.get(id);
      const { planned, documents } = await planOf(definition, undefined, caller, parts);
      const runCaller = runCallerOf(placedCaller(definition, caller, services), id, definition.version);
      const at = new Date().toISOString();
      definitions.enable(id, { hash: definition.hash, by, at, caller: runCaller, planned, documents });
      scheduler.set(definitions.get(id));
      return view(id);
    },
    disable: (id) => {
      definitions.get(id);
      definitions.enable(id, null);
      scheduler.set(definitions.get(id));
      return view(id);
    },
    expose: (id, name) => {
      const { exposeAs } = definitions.get(id);
      if (name !== null && name !== exposeAs && services.findTool(name))
        throw new UsageError(`There is a tool "${name}" already; choose another name.`);
      stores.workflows.setExposeAs(id, name);
      services.changed('tools');
      return view(id);
    },
    setPermission: permissionSetter(parts),
    actions: () => actions.list().map(actions.view),
    templates: () => templates.list({ includeBuiltin: true }),
    saveTemplate: (id, template, by) =>
      id === undefined ? templates.create(template, by) : templates.update(id, template),
    removeTemplate: templates.remove,
    deliveries: (webhookId) => stores.webhooks.deliveries(webhookId, MOST_DELIVERIES),
    webhooks: async () => [
      ...stores.webhooks.list().map((one) => incomingView(one, parts)),
      ...(await outgoing(parts)),
    ],
    rotate: async (webhookId) => {
      const { auth } = incoming(webhookId);
      const secret = SECRETS[auth]();
      if (auth !== 'token') await services.secrets.set(ownSecretOf(webhookId), secret);
      stores.webhooks.setToken(webhookId, tokenHash(secret));
      return { webhookId, auth, secret, path: `/hooks/${webhookId}` };
    },
    removeWebhook: (webhookId) => {
      incoming(webhookId);
      stores.webhooks.remove(webhookId);
    },
  };
}

const permissionSetter =
  (parts: Parts): PeoplesTriggers['setPermission'] =>
  async (subject, level, by, caller) => {
    const { actions, stores } = parts;
    const isOne = subject !== '*' && !/^type:(script|webhook|workflow)$/.test(subject);
    const action = isOne ? actions.get(subject) : undefined;
    const seen = level === 'auto_approve' ? await seenNow(action, caller, parts) : undefined;
    stores.actions.setPermission(subject, level, by, seen);
  };

/** What it does now; without a project it runs where the agent is, and a webhook runs nothing here. */
async function seenNow(
  action: ActionRow | undefined,
  caller: Caller | undefined,
  parts: Parts,
): Promise<string | undefined> {
  if (!action || !caller || action.projectId === null || action.type === 'webhook') return undefined;
  return `${SHOWN}${(await planAction(action, {}, caller, parts)).standing}`;
}

const BYTES = 32;

const SECRETS: Readonly<Record<IncomingRow['auth'], () => string>> = {
  token: () => `tgh_${randomBytes(BYTES).toString('base64url')}`,
  standard: () => `whsec_${randomBytes(BYTES).toString('base64')}`,
  github: () => randomBytes(BYTES).toString('hex'),
};
