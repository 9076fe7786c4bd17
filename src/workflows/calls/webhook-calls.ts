import { resolved } from '../../core/call/call.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import { webhookConfig } from '../../core/workflow/action.ts';
import type { Workflows } from '../../core/workflow/workflows.ts';
import type { ActionRow } from '../../store/actions.ts';
import type { Definition } from '../definitions/definitions.ts';
import { newId } from '../definitions/workflow-id.ts';
import { sendWebhook } from '../webhooks/send.ts';
import { incomingView, outgoing } from '../webhooks/webhook-view.ts';
import type { CallPlace } from './call-place.ts';
import { currentOf, settle } from './workflow-calls.ts';

type Data = Readonly<Record<string, unknown>>;
type WebhookCalls = Pick<Workflows, 'listWebhooks' | 'openWebhook' | 'sendWebhook'>;

const TOLERANCE_S = 300;

/** What a call may do with webhooks. */
export function webhookCalls(place: CallPlace): WebhookCalls {
  const { parts, by } = place;
  const { actions, stores } = parts;
  return {
    listWebhooks: async () => [
      // One is seen by those who see what it starts.
      ...stores.webhooks
        .list()
        .filter(({ workflowId }) => parts.definitions.find(workflowId) !== undefined)
        .map((one) => incomingView(one, parts)),
      ...(await outgoing(parts)),
    ],
    openWebhook: async ({ workflowId, name, auth, inputMap, perMinute }) => {
      const definition = currentOf(place, workflowId);
      assertInputs(definition, inputMap);
      const opened = stores.webhooks.insert({
        id: newId('hook'),
        workflowId,
        name: name ?? definition.name,
        auth,
        toleranceS: TOLERANCE_S,
        perMinute,
        inputMap,
        enabled: null,
        createdBy: by,
      });
      await settle(place, definition).catch((error: unknown) => {
        stores.webhooks.remove(opened.id);
        throw error;
      });
      return incomingView(opened, parts);
    },
    sendWebhook: async (webhookId, request) => send(place, actions.get(webhookId), request),
  };
}

/** A delivery would be accepted and lose its value. */
function assertInputs(
  { document }: Pick<Definition, 'document'>,
  inputMap: Readonly<Record<string, string>>,
): void {
  const names = Object.keys((document.inputs?.properties as object | undefined) ?? {});
  const unknown = Object.keys(inputMap).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new ToolError('VALIDATION', `inputMap: ${document.name} has no input "${unknown}"`, {
    hint: names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes none.',
  });
}

/** As a step of a run it is part of that run; else it is an execution of its own. */
async function send(
  place: CallPlace,
  action: ActionRow,
  { payload, variables = {} }: { readonly payload?: unknown; readonly variables?: Data | undefined },
) {
  const { call, parts } = place;
  const { services, stores } = parts;
  const { parent } = call.request;
  const isPart = parent?.kind === 'run';
  const runId = isPart ? parent.id : await recordDirect(place, action, { payload, variables });
  const startedAt = performance.now();
  try {
    const config = webhookConfig.parse(action.config);
    const sent = await sendWebhook(
      { webhookId: action.id, config, payload, variables, runId, signal: call.signal },
      { services, store: stores.webhooks },
    );
    const isGood = sent.statusCode < 400;
    const error = isGood ? null : `It was answered with ${sent.statusCode}`;
    if (!isPart) stores.runs.end(runId, isGood ? 'completed' : 'failed', { outputs: sent }, error);
    return { executionId: runId, ...sent, durationMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    const { code, message } = toToolError(error);
    const status = code === 'TIMEOUT' ? 'timed_out' : code === 'CANCELLED' ? 'cancelled' : 'failed';
    if (!isPart) stores.runs.end(runId, status, {}, message);
    throw error;
  }
}

/** A webhook that is sent inside its call has a row like any run; one that a host left open counts as failed. */
async function recordDirect(
  { call, parts, by, trigger, approvalId }: CallPlace,
  { id, name, type }: ActionRow,
  parameters: Data,
): Promise<string> {
  const { runs } = parts.stores;
  const row = runs.insertDirect({
    id: newId('exec'),
    kind: 'action',
    name,
    workflowId: null,
    version: null,
    actionId: id,
    actionType: type,
    trigger,
    startedBy: by,
    client: call.request.caller.client.name,
    approvalId: approvalId ?? null,
    parentId: null,
    depth: 0,
    idempotencyKey: null,
    concurrencyKey: null,
    concurrencyLimit: null,
    work: { direct: resolved(call).tool.name, document: { name, steps: [] } },
    inputs: { ...parameters },
  });
  runs.setStatus(row.id, 'running');
  await runs.settled();
  return row.id;
}
