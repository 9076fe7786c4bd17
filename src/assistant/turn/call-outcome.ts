import type { CallImage, CallState, ConversationCall } from '../../core/assistant/conversation.ts';
import type { Answer } from '../../core/call/call.ts';
import type { Content } from '../../core/call/content.ts';
import { reportError, ToolError } from '../../core/errors.ts';
import { withoutSecrets } from '../without-secrets.ts';
import type { TurnPlace } from './turn-place.ts';

/** What came of a call, as it is stored and as the model is told. */
interface CallOutcome extends Pick<ConversationCall, 'state' | 'errorCode' | 'durationMs'> {
  readonly result: string;
  readonly images?: readonly CallImage[];
}

const STATES: Partial<Record<ToolError['code'], CallState>> = {
  PERMISSION_DENIED: 'denied',
  APPROVAL_EXPIRED: 'denied',
  CANCELLED: 'cancelled',
};

export function resultOf(answer: Answer | ToolError): CallOutcome {
  if (answer instanceof ToolError) return failed(answer, null);
  if (answer.kind === 'result' && answer.ok)
    return {
      state: 'completed',
      result: answer.content.map(inText).join('\n'),
      errorCode: null,
      durationMs: answer.meta.durationMs,
      images: answer.content.flatMap((part) =>
        part.type === 'image' ? [{ mediaType: part.mimeType, data: part.data }] : [],
      ),
    };
  if (answer.kind === 'result') return failed(answer.error, answer.meta.durationMs);
  return failed(
    new ToolError('CLIENT_CAPABILITY', 'This call needs an answer that only a client of its own can give', {
      hint: 'Find another way, or ask the person to make the call: toolgate call.',
    }),
    null,
  );
}

/** Writes it down and tells who listens. */
export function endCall(
  place: Pick<TurnPlace, 'store' | 'services'>,
  call: ConversationCall,
  { images = [], ...outcome }: CallOutcome,
): void {
  // While it is open it has to be made as it was written; then a secret in it is of no more use.
  const args = withoutSecrets(call.args, place.services.redact);
  place.store.addImages(call.id, images);
  place.store.updateCall(call.id, { ...outcome, args, endedAt: new Date().toISOString() });
  tellCall(place, call, outcome.state);
}

export const tellCall = (
  { services }: Pick<TurnPlace, 'services'>,
  { conversationId, messageId, id, tool }: ConversationCall,
  state: CallState,
  approvalId?: string,
): void =>
  services.emit('assistant.call', {
    ...{ conversationId, messageId, callId: id, tool, state },
    ...(approvalId !== undefined && { approvalId }),
  });

function failed(error: ToolError, durationMs: number | null): CallOutcome {
  const { code, message, hint } = reportError(error);
  const lines = [`${code}: ${message}`, hint, error.text].filter((line) => line !== undefined);
  return { state: STATES[code] ?? 'failed', result: lines.join('\n'), errorCode: code, durationMs };
}

function inText(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource':
      return content.resource.text ?? `[${content.resource.mimeType ?? 'data'} at ${content.resource.uri}]`;
    case 'resource_link':
      return `[${content.name}: ${content.uri}]`;
    default:
      return `[${content.type}, ${content.mimeType}]`;
  }
}
