import { ToolError } from '../../core/errors.ts';
import type { Step } from '../../core/workflow/step.ts';
import { checkedInputs } from '../document/inputs.ts';
import type { Scope } from '../expression/scope.ts';
import { fillValue } from '../expression/template.ts';
import type { RunningRun, RunStart } from '../runs/run-port.ts';
import type { RunWork } from './run-work.ts';

/** The run of another workflow, from what was written down when this one began. */
export function childStart(
  run: RunningRun,
  work: RunWork,
  step: Step,
  scope: Scope,
): RunStart | { readonly error: { readonly code: string; readonly message: string } } {
  const workflowId = step.workflow ?? '';
  const snapshot = work.children[workflowId];
  if (!snapshot) return { error: { code: 'NOT_FOUND', message: `There is no workflow "${workflowId}"` } };
  try {
    const { document, version } = snapshot;
    // Sound: what is filled in has the shape of what it was.
    const given = fillValue(step.inputs ?? {}, scope) as Record<string, unknown>;
    const inner: RunWork = { ...work, document, path: `${work.path}${step.id}/` };
    return {
      kind: 'workflow',
      name: document.name,
      workflowId,
      version,
      trigger: 'workflow',
      startedBy: work.caller.onBehalfOf,
      client: work.caller.client,
      inputs: checkedInputs(document.inputs, given),
      work: inner,
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { error: { code: error.code, message: `${run.runId}: ${error.message}` } };
  }
}
