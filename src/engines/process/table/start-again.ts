import type { LaterStart, StartedCall } from '../../../core/call/started-call.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Child } from '../child/start-child.ts';
import type { ProcessOwner } from '../processes.ts';

/** A start after the first. */
export interface Again extends LaterStart {
  /** Nobody wants it any more. */
  readonly signal: AbortSignal;
}

/**
 * Asks whether a process may be started again, as of now, writes the start down, and starts it for the owner it has then.
 * Fails where it may not.
 */
export type StartAgain = (
  call: StartedCall,
  again: Again,
  start: (owner: ProcessOwner) => Promise<Child>,
) => Promise<Child>;

/** For people and agents: what stands in its output and in lists. */
export function whyNotAgain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof ToolError ? error.hint : undefined;
  const why = /[.!?]$/.test(message) ? message : `${message}.`;
  // It is another call by now, which is asked about as such: nothing has to change first.
  const isOver = error instanceof ToolError && error.code === 'CONFLICT' && error.retryable;
  return [`Not started again: ${why}`, hint, isOver ? undefined : 'When that has changed, start it anew.']
    .filter((part) => part !== undefined)
    .join(' ');
}
