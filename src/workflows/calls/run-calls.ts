import { SHOWN } from '../../core/approval/rule.ts';
import { ToolError } from '../../core/errors.ts';
import type { Workflows } from '../../core/workflow/workflows.ts';
import { documentOfAction } from '../definitions/actions.ts';
import { bindToSeen } from '../definitions/auto-approved.ts';
import { planAction } from '../judge-work.ts';
import type { Parts } from '../parts.ts';
import { assertAsJudged } from '../plan/as-judged.ts';
import { toExecution } from '../runs/execution-view.ts';
import { placedCaller, startRun } from '../runs/start-run.ts';
import { runCallerOf } from '../steps/run-caller.ts';
import type { RunWork } from '../steps/run-work.ts';
import { CANCEL_MS, type CallPlace, untilEnded, viewOf } from './call-place.ts';
import { ownerFor, ownParts } from './own-parts.ts';
import { currentOf } from './workflow-calls.ts';

type RunCalls = Pick<Workflows, 'run' | 'runAction' | 'cancel' | 'execution' | 'logs' | 'executions'>;

/** What a call may do with runs. */
export function runCalls(place: CallPlace, all: Parts): RunCalls {
  const { call, parts, trigger, approvalId } = place;
  const { engine, stores } = parts;
  const { caller } = call.request;
  return {
    run: async (id, inputs, options) => {
      const { isOffered = false } = options;
      const request = { kind: 'run-workflow', workflowId: id, inputs, isOffered } as const;
      const reached = ownParts(ownerFor(caller, request), all);
      const definition = currentOf({ ...place, parts: reached }, id);
      const approvedDigest = call.facts.ownEffect;
      const runId = await startRun(
        {
          ...{ definition, inputs, caller, trigger, approvalId, approvedDigest },
          check: (plan) => assertAsJudged(plan, call, definition.name),
        },
        reached,
      );
      return untilEnded(place, runId, options);
    },
    runAction: async (id, parameters, options) =>
      untilEnded(place, await startAction(place, id, parameters), options),
    cancel: async (executionId) => {
      viewOf(parts, executionId);
      if (!(await engine.cancel(executionId)))
        throw new ToolError('CONFLICT', `The execution ${executionId} has ended already`, {
          hint: 'There is nothing to cancel; get_execution_status shows how it ended.',
        });
      await engine.ended(executionId, CANCEL_MS, call.signal);
      return viewOf(parts, executionId);
    },
    execution: async (id) => viewOf(parts, id),
    logs: async (id, after, limit) => parts.log.read(viewOf(parts, id).executionId, after, limit),
    executions: async (filter) => stores.runs.list(filter).map(toExecution),
  };
}

async function startAction(
  { call, parts, by, trigger, approvalId }: CallPlace,
  id: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { actions, engine, services } = parts;
  const { caller } = call.request;
  const action = actions.get(id);
  if (!action.isEnabled)
    throw new ToolError('BLOCKED_BY_POLICY', `The action "${action.name}" is switched off`, {
      hint: 'update_action with isEnabled true switches it on.',
    });
  const plan = await planAction(action, parameters, caller, parts);
  assertAsJudged(plan, call, action.name);
  const { ownEffect = plan.digest } = call.facts;
  if (ownEffect !== plan.digest)
    throw new ToolError('CONFLICT', `What "${action.name}" would do changed while a person was asked`, {
      retryable: true,
      hint: 'Call again; the person is then asked about it as it is.',
    });
  // A question showed it; what an agent adds is no part of the action.
  if (approvalId !== undefined && Object.keys(parameters).length === 0)
    bindToSeen(id, `${SHOWN}${plan.standing}`, parts.stores.actions);
  const placed = placedCaller({ projectId: action.projectId, file: null }, caller, services);
  const work: RunWork = {
    document: documentOfAction(action, parameters),
    caller: { ...runCallerOf(placed, id, 1), principal: `action:${id}` },
    planned: plan.planned,
    children: plan.children,
    path: '',
  };
  const { runId } = await engine.start({
    kind: 'action',
    name: action.name,
    actionId: id,
    actionType: action.type,
    trigger,
    startedBy: by,
    session: caller.session,
    client: caller.client.name,
    approvalId,
    inputs: parameters,
    work,
  });
  return runId;
}
