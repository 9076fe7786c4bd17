import { type Call, resolved } from '../core/call.ts';
import { ToolError } from '../core/errors.ts';
import { webhookConfig } from '../core/workflow/action.ts';
import type { WorkRequest } from '../core/workflow/work-request.ts';
import type { ExecutionView, Workflows } from '../core/workflow/workflows.ts';
import type { RunRow } from '../store/runs.ts';
import { documentOfAction } from './definitions/actions.ts';
import type { Definition } from './definitions/definitions.ts';
import { syncFiles } from './definitions/sync-files.ts';
import { hashOf, newId } from './definitions/workflow-id.ts';
import { toView } from './definitions/workflow-view.ts';
import { changeOf, documentAfter, hasTrigger, judgeWork, planAction } from './judge-work.ts';
import type { Parts } from './parts.ts';
import { executionView, toExecution } from './runs/execution-view.ts';
import { placedCaller, planOf, startRun } from './runs/start-run.ts';
import { runCallerOf } from './steps/run-caller.ts';
import type { RunWork } from './steps/run-work.ts';
import { sendWebhook } from './webhooks/send.ts';
import { incomingView, outgoingView } from './webhooks/webhook-view.ts';

/** The workflows as one call may use them. */
export function workflowsFor(call: Call, parts: Parts): Workflows {
  const { definitions, actions, templates, engine, stores, services } = parts;
  const { caller } = call.request;
  const by = caller.onBehalfOf ?? caller.principal;
  const { approvalId } = call.facts.decision ?? {};
  const trigger = caller.transport === 'cli' ? 'cli' : 'manual';
  const get = (id: string): Definition => {
    syncFiles(parts, caller.roots);
    return definitions.get(id);
  };
  const row = (executionId: string): RunRow => {
    const found = stores.runs.get(executionId);
    if (found) return found;
    throw new ToolError('NOT_FOUND', `There is no execution "${executionId}"`, {
      hint: 'list_action_executions names those there are.',
    });
  };
  const view = (executionId: string): ExecutionView =>
    executionView(row(executionId), stores.runs.ops(executionId));
  const ended = async (
    runId: string,
    waitMs: number,
    onLine?: (line: string) => void,
  ): Promise<ExecutionView> => {
    let told = 0;
    const tell = (id: string) => {
      if (id !== runId) return;
      for (const { seq, stepId, text } of parts.log.read(runId, told, 1000)) {
        told = seq;
        onLine?.(`${stepId}: ${text}`);
      }
    };
    const stop = onLine && parts.log.onLine(tell);
    // Its steps need the slot this call would hold while it waits.
    await call.lendSlot(() => engine.ended(runId, waitMs, call.signal)).finally(() => stop?.());
    return view(runId);
  };
  /** A change through the gate is one a person allowed, or a mode of theirs does: it may start by itself. */
  const settle = async (definition: Definition): Promise<Definition> => {
    if (definition.file === null && hasTrigger(definition, parts)) {
      const { planned } = await planOf(definition, undefined, caller, parts);
      definitions.enable(definition.id, {
        hash: definition.hash,
        by,
        at: new Date().toISOString(),
        caller: runCallerOf(placedCaller(definition, caller, services), definition.id, definition.version),
        planned,
        approvalId,
      });
    }
    const settled = definitions.get(definition.id);
    parts.scheduler.set(settled);
    return settled;
  };
  const judge = (request: WorkRequest) => {
    syncFiles(parts, caller.roots);
    return judgeWork(request, caller, parts);
  };
  const change = async (
    request: Extract<WorkRequest, { kind: 'store-workflow' | 'add-step' | 'remove-step' }>,
  ) => {
    documentAfter(request, parts);
    return settle(definitions.change(request.workflowId ?? '', changeOf(request, parts), by));
  };

  return {
    preview: async (request) => (await judge(request)).text,
    effect: async (request) =>
      // What is sent is in the arguments; where it goes is not.
      request.kind === 'send-webhook'
        ? hashOf(actions.get(request.webhookId).config)
        : (await judge(request)).digest,
    list: async ({ projectId }) => {
      syncFiles(parts, caller.roots);
      return definitions
        .list()
        .filter((one) => projectId === undefined || one.projectId === projectId)
        .map((one) => toView(one, parts));
    },
    get: async (id) => toView(get(id), parts),
    create: async (content, { projectId }) => {
      if (projectId !== undefined && services.projectPath(projectId) === undefined)
        throw new ToolError('NOT_FOUND', `There is no project "${projectId}"`, {
          hint: 'list_projects names those there are; register_project adds one.',
        });
      const document = documentAfter({ kind: 'store-workflow', change: content }, parts);
      return toView(await settle(definitions.create(document, by, { projectId })), parts);
    },
    update: async (workflowId, fields) =>
      toView(await change({ kind: 'store-workflow', workflowId, change: fields }), parts),
    remove: async (id) => {
      const { file } = get(id);
      if (file !== null)
        throw new ToolError('CONFLICT', `The workflow ${id} is the file ${file}`, {
          hint: 'Delete the file.',
        });
      return toView(definitions.remove(id), parts);
    },
    addStep: async (workflowId, step, options) => {
      const before = new Set(get(workflowId).document.steps.map(({ id }) => id));
      const changed = await change({ kind: 'add-step', workflowId, step, ...options });
      const order = changed.document.steps.findIndex(({ id }) => !before.has(id));
      const added = changed.document.steps[order];
      return { stepId: added?.id ?? '', name: added?.name ?? '', order, workflow: toView(changed, parts) };
    },
    removeStep: async (workflowId, stepId) =>
      toView(await change({ kind: 'remove-step', workflowId, stepId }), parts),
    run: async (id, inputs, { waitMs, onLine }) => {
      const runId = await startRun(
        { definition: get(id), inputs, caller, trigger, approvalId, approvedDigest: call.facts.effect },
        parts,
      );
      stores.workflows.noteRun(id);
      return ended(runId, waitMs, onLine);
    },
    cancel: async (executionId) => {
      row(executionId);
      if (!(await engine.cancel(executionId)))
        throw new ToolError('CONFLICT', `The execution ${executionId} has ended already`);
      await engine.ended(executionId, 5000, call.signal);
      return view(executionId);
    },
    execution: async (id) => view(id),
    logs: async (id, after, limit) => parts.log.read(row(id).id, after, limit),
    executions: async (filter) => stores.runs.list(filter).map(toExecution),
    listActions: async ({ actionType, projectId, enabledOnly }) =>
      actions
        .list()
        .filter(
          (one) =>
            (actionType === undefined || one.type === actionType) &&
            (projectId === undefined || one.projectId === projectId) &&
            (enabledOnly !== true || one.isEnabled),
        )
        .map(actions.view),
    getAction: async (id) => actions.view(actions.get(id)),
    createAction: async (action) => actions.view(actions.save(undefined, action, by)),
    updateAction: async (id, fields) => actions.view(actions.save(id, fields, by)),
    removeAction: async (id) => actions.view(actions.remove(id)),
    runAction: async (id, parameters, { waitMs }) => {
      const action = actions.get(id);
      if (!action.isEnabled)
        throw new ToolError('BLOCKED_BY_POLICY', `The action "${action.name}" is switched off`, {
          hint: 'update_action with isEnabled true switches it on.',
        });
      const plan = await planAction(action, parameters, caller, parts);
      const { runId } = await engine.start({
        kind: 'action',
        name: action.name,
        actionId: id,
        actionType: action.type,
        trigger,
        startedBy: by,
        client: caller.client.name,
        approvalId,
        inputs: parameters,
        work: {
          document: documentOfAction(action, parameters),
          caller: {
            ...runCallerOf(
              placedCaller({ projectId: action.projectId, file: null }, caller, services),
              id,
              1,
            ),
            principal: `action:${id}`,
          },
          planned: plan.planned,
          children: plan.children,
          path: '',
        } satisfies RunWork,
      });
      return ended(runId, waitMs);
    },
    permissions: async () =>
      stores.actions.permissions().map(({ subject, level }) => ({ subject, permissionLevel: level })),
    listTemplates: async (filter) => templates.list(filter),
    createTemplate: async (template) => templates.create(template, by),
    listWebhooks: async () => [
      ...stores.webhooks.list().map((one) => incomingView(one, parts)),
      ...actions
        .list()
        .filter(({ type }) => type === 'webhook')
        .map(outgoingView),
    ],
    openWebhook: async ({ workflowId, name, auth, inputMap, perMinute }) => {
      const definition = get(workflowId);
      const opened = stores.webhooks.insert({
        id: newId('hook'),
        workflowId,
        name: name ?? definition.name,
        auth,
        toleranceS: 300,
        perMinute,
        inputMap,
        enabled: null,
        createdBy: by,
      });
      await settle(definition);
      return incomingView(opened, parts);
    },
    sendWebhook: async (webhookId, { payload, variables = {} }) => {
      const action = actions.get(webhookId);
      const config = webhookConfig.parse(action.config);
      const startedAt = performance.now();
      const { parent } = call.request;
      // As a step of a run it is part of that run; else it is an execution of its own.
      const runId =
        parent?.kind === 'run' ? parent.id : recordDirect(parts, call, action, { payload, variables });
      const isOwn = parent?.kind !== 'run';
      try {
        const sent = await sendWebhook(
          { webhookId, config, payload, variables, runId, signal: call.signal },
          { services, store: stores.webhooks },
        );
        const isGood = sent.statusCode < 400;
        if (isOwn)
          stores.runs.end(
            runId,
            isGood ? 'completed' : 'failed',
            { outputs: sent },
            isGood ? null : `HTTP ${sent.statusCode}`,
          );
        return { executionId: runId, ...sent, durationMs: Math.round(performance.now() - startedAt) };
      } catch (error) {
        if (isOwn)
          stores.runs.end(runId, 'failed', {}, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}

/** A webhook that is sent inside its call has a row like any run; one that a host left open counts as failed. */
function recordDirect(
  { stores }: Parts,
  call: Call,
  { id, name, type, projectId }: { id: string; name: string; type: string; projectId: string | null },
  parameters: Readonly<Record<string, unknown>>,
): string {
  const { caller } = call.request;
  const { row } = stores.runs.insert({
    id: newId('exec'),
    kind: 'action',
    name,
    workflowId: null,
    version: null,
    actionId: id,
    actionType: type,
    trigger: caller.transport === 'cli' ? 'cli' : 'manual',
    startedBy: caller.onBehalfOf ?? caller.principal,
    client: caller.client.name,
    approvalId: call.facts.decision?.approvalId ?? null,
    parentId: null,
    depth: 0,
    idempotencyKey: null,
    concurrencyKey: null,
    concurrencyLimit: null,
    work: { direct: resolved(call).tool.name, projectId, document: { name, steps: [] } },
    inputs: { ...parameters },
  });
  stores.runs.setStatus(row.id, 'running');
  return row.id;
}
