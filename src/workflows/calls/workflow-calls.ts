import { ToolError } from '../../core/errors.ts';
import type { WorkRequest } from '../../core/workflow/work-request.ts';
import type { Workflows } from '../../core/workflow/workflows.ts';
import type { Definition } from '../definitions/definitions.ts';
import { syncFiles } from '../definitions/sync-files.ts';
import { toView } from '../definitions/workflow-view.ts';
import { changeOf, documentAfter, hasTrigger } from '../judge-work.ts';
import { assertEnabledAsJudged } from '../plan/as-judged.ts';
import { placedCaller, planOf } from '../runs/start-run.ts';
import { runCallerOf } from '../steps/run-caller.ts';
import type { CallPlace } from './call-place.ts';

type WorkflowCalls = Pick<
  Workflows,
  'list' | 'wrongFiles' | 'get' | 'create' | 'update' | 'remove' | 'addStep' | 'removeStep'
>;
type Storing = Extract<WorkRequest, { kind: 'store-workflow' | 'add-step' | 'remove-step' }>;

/** What a call may do with the workflows themselves. */
export function workflowCalls(place: CallPlace): WorkflowCalls {
  const { parts, by } = place;
  const { definitions } = parts;
  const change = async (request: Storing): Promise<Definition> => {
    documentAfter(request, parts);
    return settle(place, definitions.change(request.workflowId ?? '', changeOf(request, parts), by));
  };
  return {
    list: async ({ projectId }) => {
      syncFiles(parts, place.call.request.caller.roots);
      return definitions
        .list()
        .filter((one) => projectId === undefined || one.projectId === projectId)
        .map((one) => toView(one, parts));
    },
    wrongFiles: async () => syncFiles(parts, place.call.request.caller.roots),
    get: async (id) => toView(currentOf(place, id), parts),
    create: async (content, { projectId }) => {
      const document = documentAfter({ kind: 'store-workflow', change: content }, parts);
      return toView(await settle(place, definitions.create(document, by, { projectId })), parts);
    },
    update: async (workflowId, fields) =>
      toView(await change({ kind: 'store-workflow', workflowId, change: fields }), parts),
    remove: async (id) => {
      const { file } = currentOf(place, id);
      if (file === null) return toView(definitions.remove(id), parts);
      throw new ToolError('CONFLICT', `The workflow ${id} is the file ${file}`, { hint: 'Delete the file.' });
    },
    addStep: async (workflowId, step, options) => {
      const before = new Set(currentOf(place, workflowId).document.steps.map(({ id }) => id));
      const changed = await change({ kind: 'add-step', workflowId, step, ...options });
      const order = changed.document.steps.findIndex(({ id }) => !before.has(id));
      const added = changed.document.steps[order];
      return { stepId: added?.id ?? '', name: added?.name ?? '', order, workflow: toView(changed, parts) };
    },
    removeStep: async (workflowId, stepId) =>
      toView(await change({ kind: 'remove-step', workflowId, stepId }), parts),
  };
}

/** The workflow as it is now, files of the caller's directories included. */
export function currentOf({ call, parts }: CallPlace, id: string): Definition {
  syncFiles(parts, call.request.caller.roots);
  return parts.definitions.get(id);
}

/** A change through the gate is one a person allowed, or a mode of theirs does: what it says may start by itself. */
export async function settle(
  { call, parts, by, approvalId }: CallPlace,
  definition: Definition,
): Promise<Definition> {
  const { id, version, hash, file } = definition;
  const { definitions, services, scheduler } = parts;
  const { caller } = call.request;
  if (file === null && hasTrigger(definition, parts)) {
    const plan = await planOf(definition, undefined, caller, parts);
    assertEnabledAsJudged(plan, call, definition);
    const { planned, documents } = plan;
    definitions.enable(id, {
      hash,
      by,
      at: new Date().toISOString(),
      caller: runCallerOf(placedCaller(definition, caller, services), id, version),
      planned,
      documents,
      approvalId,
    });
  }
  const settled = definitions.get(id);
  scheduler.set(settled);
  return settled;
}
