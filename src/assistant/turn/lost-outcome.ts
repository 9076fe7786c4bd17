import type { ConversationCall } from '../../core/assistant/conversation.ts';
import { ToolError } from '../../core/errors.ts';
import type { TurnPlace } from './turn-place.ts';

/**
 * What to tell the model of a call that was under way when an earlier host ended; undefined where it never began, or
 * only looks, and can run again. Whether it had its effect is looked up in the record, never guessed.
 */
export function lostOutcome({ services, caller }: TurnPlace, call: ConversationCall): ToolError | undefined {
  const entry = services.toolsFor(caller).find(({ name }) => name === call.tool);
  if (entry?.annotations.readOnlyHint) return undefined;
  const rows = services.recorded(call.conversationId);
  const key = requestKeyOf(call);
  const intent = rows.find(({ kind, body }) => kind === 'intent' && body.requestKey === key);
  if (!intent) return undefined;
  const outcome = rows.find(({ kind, callId }) => kind === 'outcome' && callId === intent.callId);
  const words = outcome
    ? `${call.tool} ended (${outcome.body.ok === true ? 'it succeeded' : `with ${String(outcome.body.code)}`}), but its result was lost when Toolgate restarted`
    : `${call.tool} was running when Toolgate ended: whether it took effect is not known`;
  return new ToolError('UNAVAILABLE', words, { hint: 'Look at the current state before you call it again.' });
}

/** The name under which the record has this attempt. */
export const requestKeyOf = ({ conversationId, id, attempts }: ConversationCall): string =>
  `${conversationId}:${id}:${attempts}`;
