import type { Answer, CallRequest } from '../core/call.ts';
import type { Events } from '../core/events.ts';

type Teller = Pick<Events, 'emit' | 'hears'>;

export function tellStarted({ emit, hears }: Teller, callId: string, { tool, caller }: CallRequest): void {
  if (!hears('call.started')) return;
  const { principal, session, client } = caller;
  emit('call.started', { callId, tool, principal, session, client: client.name });
}

/** The answer has been redacted; a question or a task is not the end of a call. */
export function tellFinished(
  { emit, hears }: Teller,
  callId: string,
  { tool, caller }: CallRequest,
  answer: Answer,
): void {
  if (answer.kind !== 'result') return;
  const { ok, meta } = answer;
  if (hears('call.finished'))
    emit('call.finished', {
      callId,
      tool,
      ok,
      durationMs: meta.durationMs,
      ...(meta.risk !== undefined && { risk: meta.risk }),
      ...(!answer.ok && { code: answer.error.code }),
    });
  if (hears('ai-tool-result'))
    emit('ai-tool-result', {
      conversationId: caller.session,
      callId,
      success: ok,
      output: answer.ok ? textOf(answer.content) : '',
      ...(!answer.ok && { error: answer.error.message }),
    });
  if (meta.auditSeq !== undefined) emit('audit.appended', { seq: meta.auditSeq });
}

const textOf = (content: Extract<Answer, { ok: true }>['content']): string =>
  content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join('\n');
