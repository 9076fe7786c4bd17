import type { Answer, Call, Meta, RunResult } from '../core/call.ts';
import { type ToolError, toToolError } from '../core/errors.ts';
import { InputRequired } from '../core/input.ts';
import type { Log } from '../core/log.ts';
import type { AuditKind, AuditLog } from '../store/audit.ts';
import { describeCall } from './describe-call.ts';
import { redactDeep } from './redact/redact-deep.ts';
import type { Redactor } from './redact/redactor.ts';

interface RecordParts {
  readonly audit: AuditLog;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** Wraps everything: a refused or malformed call leaves one closing row, any other its outcome beside the intent. */
export const record =
  (parts: RecordParts, next: (call: Call) => Promise<RunResult>) =>
  async (call: Call): Promise<Answer> => {
    try {
      const { data, content } = await next(call);
      return { kind: 'result', ok: true, data, content, meta: close(parts, call, 'outcome', { ok: true }) };
    } catch (thrown) {
      if (thrown instanceof InputRequired) {
        close(parts, call, 'asked', { asked: Object.keys(thrown.requests) });
        return { kind: 'input', requests: thrown.requests, state: thrown.state };
      }
      const error = toToolError(thrown);
      return { kind: 'result', ok: false, error, meta: closeFailed(parts, call, error) };
    }
  };

function closeFailed(parts: RecordParts, call: Call, error: ToolError): Meta {
  if (error.code === 'INTERNAL')
    parts.log.error('a tool failed unexpectedly', { callId: call.id, error: error.cause });
  const kind = call.facts.intentSeq === undefined ? 'refusal' : 'outcome';
  return close(parts, call, kind, { ok: false, code: error.code, message: error.message });
}

function close(
  { audit, redactor, log }: RecordParts,
  call: Call,
  kind: AuditKind,
  ending: Record<string, unknown>,
): Meta {
  const { facts, request } = call;
  const durationMs = Math.round((performance.now() - call.startedAt) * 1000) / 1000;
  const fields = { callId: call.id, tool: facts.tool?.name ?? request.tool, durationMs, ...ending };
  log.info('call', { ...fields, principal: request.caller.principal });
  log.debug('call arguments', () => ({ callId: call.id, args: redactDeep(request.args, redactor) }));
  const meta = { callId: call.id, durationMs, ...(facts.risk !== undefined && { risk: facts.risk }) };
  const body =
    facts.intentSeq === undefined
      ? { ...describeCall(call, redactor), durationMs, ...ending }
      : { intent: facts.intentSeq, durationMs, ...ending };
  try {
    return { ...meta, auditSeq: audit.append(kind, call.id, body) };
  } catch (error) {
    // What was done cannot be undone; the answer stands, and the missing row is said aloud.
    log.error('the outcome of a call could not be recorded', { ...fields, error });
    return meta;
  }
}
