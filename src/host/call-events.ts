import { shortArguments } from '../core/approval/shortened.ts';
import type { Answer, Background, CallRequest } from '../core/call/call.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { Events, ToolExecutionState } from '../core/events.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { redactDeep } from '../gate/redact/scan/redact-deep.ts';

type Result = Extract<Answer, { kind: 'result' }>;

/** What those who listen are told of one call. */
export interface Telling extends Pick<Events, 'emit' | 'hears'> {
  readonly callId: string;
  readonly request: CallRequest;
  state(status: ToolExecutionState['status'], result?: ToolExecutionState['result']): void;
  /** Tells that it runs, once nobody has to be waited for any more. */
  whenItStarts(background: Background): Background;
}

export function telling(
  { emit, hears }: Pick<Events, 'emit' | 'hears'>,
  redactor: Redactor,
  callId: string,
  request: CallRequest,
): Telling {
  const state: Telling['state'] = (status, result) => {
    if (!hears('ai-tool-state')) return;
    const { args } = request;
    emit('ai-tool-state', {
      conversationId: request.caller.session,
      callId: request.toolCallId ?? callId,
      toolName: request.tool,
      status,
      arguments:
        typeof args === 'object' && args !== null ? shortArguments(redactDeep({ ...args }, redactor)) : {},
      ...(result && { result }),
      timestamp: new Date().toISOString(),
    });
  };
  return {
    emit,
    hears,
    callId,
    request,
    state,
    whenItStarts: (background) => {
      if (!hears('ai-tool-state')) return background;
      const start = () => {
        state('executing');
        background.start();
      };
      // Its other parts change while it runs.
      return Object.create(background, { start: { value: start } });
    },
  };
}

export function tellStarted({ emit, hears, callId, request: { tool, caller } }: Telling): void {
  if (!hears('call.started')) return;
  const { principal, session, client } = caller;
  emit('call.started', { callId, tool, principal, session, client: client.name });
}

/** The answer has been redacted; a question or a task is not the end of a call. */
export function tellFinished(told: Telling, answer: Answer): void {
  if (answer.kind !== 'result') return;
  const { emit, hears, callId, request } = told;
  const { ok, meta } = answer;
  if (hears('call.finished'))
    emit('call.finished', {
      callId,
      tool: request.tool,
      ok,
      durationMs: meta.durationMs,
      ...(meta.risk !== undefined && { risk: meta.risk }),
      ...(!answer.ok && { code: answer.error.code }),
    });
  // A call that waits for a person has no result yet.
  if (answer.ok || answer.error.code !== 'APPROVAL_PENDING') tellResult(told, answer);
  if (meta.auditSeq !== undefined) emit('audit.appended', { seq: meta.auditSeq });
}

const DENIED: readonly ErrorCode[] = ['PERMISSION_DENIED', 'BLOCKED_BY_POLICY', 'APPROVAL_EXPIRED'];

function tellResult({ emit, hears, callId, request, state }: Telling, answer: Result): void {
  if (!hears('ai-tool-result') && !hears('ai-tool-state')) return;
  const result = {
    success: answer.ok,
    output: answer.ok ? textOf(answer.content) : '',
    ...(!answer.ok && { error: answer.error.message }),
  };
  const [conversationId, id] = [request.caller.session, request.toolCallId ?? callId];
  if (hears('ai-tool-result')) emit('ai-tool-result', { conversationId, callId: id, ...result });
  const status = answer.ok ? 'completed' : DENIED.includes(answer.error.code) ? 'denied' : 'failed';
  state(status, { ...result, durationMs: answer.meta.durationMs });
}

const textOf = (content: Extract<Result, { ok: true }>['content']): string =>
  content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join('\n');
