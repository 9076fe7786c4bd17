import type { Call } from '../../core/call/call.ts';
import { CLIENT_CANCELLED } from '../../core/call/client-cancelled.ts';
import { ownerOf } from '../../core/call/owner.ts';
import { ToolError } from '../../core/errors.ts';
import type { ExecutionView } from '../../core/workflow/workflows.ts';
import type { Parts } from '../parts.ts';
import { executionView } from '../runs/execution-view.ts';
import { ownerFor, ownParts } from './own-parts.ts';

/** What a run gets to end all that it started. */
export const CANCEL_MS = 5000;

/** One call, and what it works on. */
export interface CallPlace {
  readonly call: Call;
  /** As far as its principal sees them. */
  readonly parts: Parts;
  /** Who is responsible for what it does. */
  readonly by: string;
  readonly trigger: 'cli' | 'manual';
  readonly approvalId: string | undefined;
}

export const callPlace = (call: Call, parts: Parts): CallPlace => {
  const { caller } = call.request;
  return {
    call,
    parts: ownParts(ownerFor(caller), parts),
    by: ownerOf(caller),
    trigger: caller.transport === 'cli' ? 'cli' : 'manual',
    approvalId: call.facts.decision?.approvalId,
  };
};

/** A run with its steps; throws where there is none. */
export function viewOf({ stores }: Pick<Parts, 'stores'>, executionId: string): ExecutionView {
  const row = stores.runs.get(executionId);
  if (row) return executionView(row, stores.runs.ops(executionId));
  throw new ToolError('NOT_FOUND', `There is no execution "${executionId}"`, {
    hint: 'list_action_executions shows them.',
  });
}

/** Waits for a run as long as the call may, and tells what it prints meanwhile. */
export async function untilEnded(
  { call, parts }: CallPlace,
  runId: string,
  { waitMs, onLine }: { readonly waitMs: number; readonly onLine?: ((line: string) => void) | undefined },
): Promise<ExecutionView> {
  let told = 0;
  const tell = (id: string): void => {
    if (id !== runId) return;
    for (const { seq, stepId, text } of parts.log.read(runId, told, 1000)) {
      told = seq;
      onLine?.(`${stepId}: ${text}`);
    }
  };
  const stop = onLine && parts.log.onLine(tell);
  // Its steps need the slot this call would hold while it waits.
  await call.lendSlot(() => parts.engine.ended(runId, waitMs, call.signal)).finally(() => stop?.());
  // Who called it off never learns the id to cancel it by.
  if (call.signal.reason === CLIENT_CANCELLED && (await parts.engine.cancel(runId)))
    await parts.engine.ended(runId, CANCEL_MS);
  return viewOf(parts, runId);
}
