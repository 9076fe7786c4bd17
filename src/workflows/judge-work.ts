import { hash } from 'node:crypto';
import { originOf } from '../core/address/url-policy.ts';
import type { Preview } from '../core/approval/preview.ts';
import type { Assessment } from '../core/call/assessment.ts';
import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import { highestRisk, RISKS, type Risk } from '../core/risk.ts';
import { canonicalJson } from '../core/text/canonical-json.ts';
import { quotedLine, visibleLine } from '../core/text/visible.ts';
import { type WebhookConfig, webhookConfig } from '../core/workflow/action.ts';
import type { WorkflowDocument } from '../core/workflow/document.ts';
import { assertUsableSecret, secretForSigning } from '../core/workflow/stored-secret.ts';
import type { WorkRequest } from '../core/workflow/work-request.ts';
import type { ActionType } from '../core/workflow/workflows.ts';
import { documentOfAction } from './definitions/actions.ts';
import { runsUnasked } from './definitions/auto-approved.ts';
import { changedDocument, type Definition, withoutStep, withStep } from './definitions/definitions.ts';
import { hashOf } from './definitions/workflow-id.ts';
import { checkedInputs } from './document/inputs.ts';
import { documentFrom } from './document/parse-document.ts';
import type { Parts } from './parts.ts';
import { asShown } from './plan/as-judged.ts';
import { type Plan, planRun } from './plan/plan-run.ts';
import { placedCaller, planOf } from './runs/start-run.ts';
import { assertFixedHost } from './webhooks/payload.ts';
import { requestPart, requestText } from './webhooks/shown-request.ts';
import { webhookRequest } from './webhooks/webhook-request.ts';

/** What a request comes to: how risky it is, what a person sees of it, and what their answer is bound to. */
export interface Judged extends Assessment, Preview {
  readonly digest: string;
}

export async function judgeWork(request: WorkRequest, caller: Caller, parts: Parts): Promise<Judged> {
  switch (request.kind) {
    case 'run-workflow': {
      const definition = parts.definitions.get(request.workflowId);
      const plan = await planOf(definition, request.inputs, caller, parts);
      return atLeast('MEDIUM', toJudged(plan, titleOf(definition.document, 'workflow')));
    }
    case 'store-workflow':
    case 'add-step':
    case 'remove-step':
      return judgeStoring(request, caller, parts);
    case 'run-action': {
      const action = parts.actions.get(request.actionId);
      const plan = await planAction(action, request.parameters, caller, parts);
      const isDenied = parts.actions.permissionOf(action) === 'deny';
      return atLeast('MEDIUM', {
        ...toJudged(plan, titleOf(action, 'action')),
        ...(isDenied && { forbidden: `a person denied the action "${action.name}"` }),
      });
    }
    case 'store-action':
      return judgeAction(request.actionId, request.change, caller, parts);
    case 'store-template': {
      const command = request.command.replaceAll(/<[^<>]*>/g, '"$value"').replaceAll('{pm}', 'npm');
      const seen = await parts.services.foresee('shell_execute', { command }, caller);
      return stored({ ...seen, text: request.command, parts: [], digest: request.command });
    }
    case 'open-webhook': {
      const definition = parts.definitions.get(request.workflowId);
      const plan = await planOf(definition, undefined, caller, parts);
      return atLeast(
        'MEDIUM',
        toJudged(plan, `Anybody who has its token can start ${quotedLine(definition.name)}:`),
      );
    }
    case 'send-webhook':
      return judgeSending(request, parts);
  }
}

const toJudged = (
  { risk, reasons, commands, runs, scripts, unfound, forbidden, text, steps, digest, standing }: Plan,
  title?: string,
): Judged => ({
  risk,
  reasons,
  ...(runs && { runs }),
  ...(scripts && { scripts }),
  ...(unfound && { unfound }),
  ...(commands && { commands }),
  ...asShown(standing),
  ...(forbidden !== undefined && { forbidden }),
  text: title === undefined ? text : `${title}\n${text}`,
  parts: [{ kind: 'steps', ...(title !== undefined && { title }), steps }],
  digest,
});

/** As people know it: ids and steps do not tell them which one it is. Its own words cannot pass for one of its steps. */
const titleOf = (
  { name, description }: { name: string; description?: string | null | undefined },
  what: 'workflow' | 'action',
): string => `${visibleLine(name)}:${description ? ` the ${what} says: ${quotedLine(description)}` : ''}`;

const atLeast = (floor: Risk, judged: Judged): Judged => ({
  ...judged,
  risk: highestRisk([floor, judged.risk]),
});

/** What is only put down is one level below what it would do; what cannot be undone stays what it is. */
const stored = (judged: Judged): Judged => {
  const below = RISKS[RISKS.indexOf(judged.risk) - 1] ?? 'SAFE';
  return atLeast('LOW', judged.risk === 'CRITICAL' ? judged : { ...judged, risk: below });
};

type Storing = Extract<WorkRequest, { kind: 'store-workflow' | 'add-step' | 'remove-step' }>;

/** The document as it would be; throws where it is wrong, before anybody is asked. */
export function documentAfter(
  request: Storing,
  parts: Pick<Parts, 'definitions' | 'templates'>,
): WorkflowDocument {
  const { workflowId } = request;
  if (workflowId === undefined) return documentFrom(request.kind === 'store-workflow' ? request.change : {});
  const { document, file } = parts.definitions.get(workflowId);
  if (file !== null)
    throw new ToolError('CONFLICT', `The workflow ${workflowId} is the file ${file}`, {
      hint: 'Edit the file; it is read again with the next call.',
    });
  return changeOf(request, parts)(document);
}

/** The change itself, to be made on whatever the document is at that moment. */
export function changeOf(
  request: Storing,
  { templates }: Pick<Parts, 'templates'>,
): (document: WorkflowDocument) => WorkflowDocument {
  if (request.kind === 'remove-step') return (document) => withoutStep(document, request.stepId);
  if (request.kind === 'store-workflow') return (document) => changedDocument(document, request.change);
  const { templateId, values = {}, step, order } = request;
  const filled = templateId === undefined ? step : { ...templates.command(templateId, values), ...step };
  return (document) => withStep(document, filled, order);
}

/** What will start by itself is as risky as what it does; the rest is only put down. */
async function judgeStoring(request: Storing, caller: Caller, parts: Parts): Promise<Judged> {
  const document = documentAfter(request, parts);
  const known = request.workflowId === undefined ? undefined : parts.definitions.get(request.workflowId);
  const projectId =
    known?.projectId ?? (request.kind === 'store-workflow' ? (request.projectId ?? null) : null);
  const plan = await planRun(
    {
      document,
      inputs: undefined,
      caller: placedCaller({ projectId, file: null }, caller, parts.services),
      subject: [request, hashOf(document)],
      chain: known ? [known.id] : [],
    },
    { services: parts.services, findWorkflow: parts.definitions.snapshot },
  );
  const startsItself = document.schedule !== undefined || (known !== undefined && hasTrigger(known, parts));
  const judged = toJudged(plan, visibleLine(`${document.name}${timesOf(document, parts)}:`));
  return startsItself ? atLeast('LOW', judged) : stored(judged);
}

/** When it starts by itself, and with which inputs, those that it has by default included. */
function timesOf({ schedule, inputs }: WorkflowDocument, { services }: Pick<Parts, 'services'>): string {
  if (!schedule) return '';
  const given = Object.entries(checkedInputs(inputs, schedule.inputs ?? {}));
  const shown = given.map(([name, value]) => `${name} = ${services.redact(JSON.stringify(value))}`);
  const start = `, at ${schedule.cron} (${schedule.timeZone})`;
  return shown.length > 0 ? `${start} with ${shown.join(', ')}` : start;
}

/** Whether something beside a person or an agent can start it. */
export const hasTrigger = (
  { id, document, exposeAs }: Definition,
  { stores }: Pick<Parts, 'stores'>,
): boolean =>
  document.schedule !== undefined ||
  exposeAs !== null ||
  stores.webhooks.list().some(({ workflowId }) => workflowId === id);

export function planAction(
  action: Parameters<typeof documentOfAction>[0] & { readonly projectId: string | null },
  parameters: Readonly<Record<string, unknown>>,
  caller: Caller,
  { services, definitions }: Parts,
): Promise<Plan> {
  return planRun(
    {
      document: documentOfAction(action, parameters),
      inputs: {},
      caller: placedCaller({ projectId: action.projectId, file: null }, caller, services),
      subject: [action.id, action.config, parameters],
      chain: [],
    },
    { services, findWorkflow: definitions.snapshot },
  );
}

async function judgeAction(
  actionId: string | undefined,
  change: Readonly<Record<string, unknown>>,
  caller: Caller,
  parts: Parts,
): Promise<Judged> {
  const draft = parts.actions.draft(actionId, change);
  const digest = hash('sha256', canonicalJson([actionId ?? null, draft]));
  const said = permissionReasons(actionId, draft.type, parts);
  if (draft.type === 'webhook') {
    const text = keptWebhook(draft.name, draft.config as WebhookConfig, parts);
    return stored({
      ...withReasons(webhookRisk(draft.config as WebhookConfig, 'store', parts), said),
      // Each by itself: its headers are sent, and stand on no other card.
      ...asShown(digest),
      text,
      parts: [
        { kind: 'text', text: text.split('\n', 1).join('') },
        requestPart(draft.config as WebhookConfig, parts.services),
      ],
      digest,
    });
  }
  const plan = await planAction({ id: actionId ?? 'new', ...draft }, {}, caller, parts);
  return stored({ ...withReasons(toJudged(plan), said), ...asShown(digest), digest });
}

const withReasons = <T extends Pick<Judged, 'reasons'>>(judged: T, more: readonly string[]): T => ({
  ...judged,
  reasons: [...more, ...judged.reasons],
});

/** What people said about running it, and what becomes of that. */
function permissionReasons(
  actionId: string | undefined,
  type: ActionType,
  { actions, stores }: Parts,
): string[] {
  if (actionId !== undefined && runsUnasked(actionId, stores.actions))
    return ['it runs unasked now (auto_approve); changed, it is asked about again'];
  return actions.permissionOf({ id: actionId ?? 'new', type }) === 'auto_approve'
    ? [`what is kept runs unasked: actions of the type ${type} do (auto_approve)`]
    : [];
}

function webhookRisk(
  { url, secret }: WebhookConfig,
  doing: 'store' | 'send',
  { allowedOrigins }: Parts,
): Pick<Judged, 'risk' | 'reasons' | 'isNetwork' | 'secrets'> {
  assertFixedHost(url);
  if (secret !== undefined) assertUsableSecret(secret);
  const origin = originOf(/^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url);
  if (origin === undefined) throw new ToolError('VALIDATION', `"${url}" is not a web address`);
  const signed = secret === undefined ? [] : [secretForSigning(secret, doing)];
  const isAllowed = allowedOrigins.includes(origin);
  return {
    risk: highestRisk([isAllowed ? 'MEDIUM' : 'HIGH', ...signed.map(({ risk }) => risk)]),
    reasons: [
      ...signed.map(({ reason }) => reason),
      isAllowed ? `sends to ${origin}` : `sends to ${origin}, which is not in egress.allowedOrigins`,
    ],
    isNetwork: true,
    ...(secret !== undefined && { secrets: [secret] }),
  };
}

/** Nothing is sent when it is put down. */
const keptWebhook = (name: string, config: WebhookConfig, { services }: Pick<Parts, 'services'>): string =>
  `Keeps the webhook ${quotedLine(name)}. Nothing is sent now; trigger_webhook would send:\n${requestText(config, services)}`;

function judgeSending(
  { webhookId, payload, variables }: Extract<WorkRequest, { kind: 'send-webhook' }>,
  parts: Parts,
): Judged {
  const action = parts.actions.get(webhookId);
  if (action.type !== 'webhook')
    throw new ToolError('VALIDATION', `"${action.name}" is a ${action.type} action, not a webhook`);
  const config = webhookConfig.parse(action.config);
  const isDenied = parts.actions.permissionOf(action) === 'deny';
  const request = webhookRequest(config, { payload, variables });
  const digest = hash('sha256', canonicalJson([action.config, request]));
  const shown = { ...config, ...request, payload: request.payload };
  return {
    ...webhookRisk(config, 'send', parts),
    ...asShown(digest),
    ...(isDenied && { forbidden: `a person denied the action "${action.name}"` }),
    text: requestText(shown, parts.services),
    parts: [requestPart(shown, parts.services)],
    digest,
  };
}
