import type { Answer, Call, Judgement, Meta, Next, RunResult } from '../../core/call/call.ts';
import { InputRequired } from '../../core/call/input.ts';
import { type ToolError, toToolError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { AuditKind, AuditLog } from '../../store/audit/audit-log.ts';
import type { Seal } from '../../store/audit/seal.ts';
import { describeCall } from '../describe-call.ts';
import type { Redactor } from '../redact/redactor.ts';
import { redactDeep } from '../redact/scan/redact-deep.ts';
import { unrecorded } from './intent.ts';
import type { OverBudget, RecordBudget } from './record-budget.ts';

interface RecordParts {
  readonly audit: AuditLog;
  readonly budget: RecordBudget;
  readonly redactor: Redactor;
  readonly seal: Seal;
  readonly log: Log;
}

/** Wraps everything: a refused or malformed call leaves one closing row, any other its outcome beside the intent. */
export const record =
  (parts: RecordParts, next: Next) =>
  (call: Call): Promise<Answer> => {
    const over = parts.budget.check(call.request.caller);
    if (over) return refuse(parts, call, over);
    const done = (result: RunResult) => closeDone(parts, call, result);
    const fail = (thrown: unknown) => closeThrown(parts, call, thrown);
    try {
      const result = next(call);
      // Not awaited where it is there: then both rows of the call go into the file in one write.
      return result instanceof Promise ? result.then(done, fail) : done(result);
    } catch (thrown) {
      return fail(thrown);
    }
  };

/** The same for a call that an agent runs itself: what passed stays open until its outcome is reported. */
export const judged =
  (parts: RecordParts, next: Next) =>
  async (call: Call): Promise<Judgement> => {
    const { facts, id } = call;
    const over = parts.budget.check(call.request.caller);
    if (over) {
      await refuse(parts, call, over);
      return { ok: false, error: over.error };
    }
    try {
      await next(call);
      await facts.intent?.batch?.written;
      const { decision, intent, risk = 'CRITICAL', reasons = [], args = {} } = facts;
      if (!decision || !intent) throw new Error('The gate is out of order: the call was not decided');
      return { ok: true, callId: id, decision, risk, reasons, args, intent: intent.seq };
    } catch (thrown) {
      const error = toToolError(thrown);
      const { withheld } = await closeFailed(parts, call, error);
      return { ok: false, error: withheld ?? error, ...(facts.risk !== undefined && { risk: facts.risk }) };
    }
  };

/** Refused before anything looks at it; a row tells of many. */
async function refuse(parts: RecordParts, call: Call, { error, refusedBefore }: OverBudget): Promise<Answer> {
  if (refusedBefore === undefined) return failure(error, { callId: call.id, durationMs: 0 });
  const { meta, withheld } = await closeFailed(parts, call, error, { refusedBefore });
  return failure(withheld ?? error, meta);
}

async function closeDone(parts: RecordParts, call: Call, { data, content }: RunResult): Promise<Answer> {
  const { meta, withheld } = await close(parts, call, 'outcome', { ok: true });
  return withheld ? failure(withheld, meta) : { kind: 'result', ok: true, data, content, meta };
}

async function closeThrown(parts: RecordParts, call: Call, thrown: unknown): Promise<Answer> {
  if (thrown instanceof InputRequired) {
    const { meta, withheld } = await close(parts, call, 'asked', { asked: Object.keys(thrown.requests) });
    return withheld
      ? failure(withheld, meta)
      : { kind: 'input', requests: thrown.requests, state: thrown.state };
  }
  const error = toToolError(thrown);
  const { meta, withheld } = await closeFailed(parts, call, error);
  return failure(withheld ?? error, meta);
}

const failure = (error: ToolError, meta: Meta): Answer => ({ kind: 'result', ok: false, error, meta });

interface Closed {
  readonly meta: Meta;
  /** Set for a read whose rows did not reach the file: what it found out is not shown. */
  readonly withheld?: ToolError;
}

function closeFailed(
  parts: RecordParts,
  call: Call,
  error: ToolError,
  more: Record<string, unknown> = {},
): Promise<Closed> {
  if (error.code === 'INTERNAL')
    parts.log.error('a tool failed unexpectedly', { callId: call.id, error: error.cause });
  const kind = call.facts.intent === undefined ? 'refusal' : 'outcome';
  return close(parts, call, kind, { ok: false, code: error.code, message: error.message, ...more });
}

async function close(
  { audit, budget, redactor, seal, log }: RecordParts,
  call: Call,
  kind: AuditKind,
  ending: Record<string, unknown>,
): Promise<Closed> {
  const { facts, request } = call;
  const { intent } = facts;
  const durationMs = Math.round((performance.now() - call.startedAt) * 1000) / 1000;
  const fields = { callId: call.id, tool: facts.tool?.name ?? request.tool, durationMs, ...ending };
  // A client may put anything into the name of a tool.
  const said = () => redactDeep({ ...fields, principal: request.caller.principal }, redactor);
  // What went well is in the record; operators want to see the rest.
  if (ending.ok === true) log.debug('call', said);
  else log.info('call', said());
  log.debug('call arguments', () => ({ callId: call.id, args: redactDeep(request.args, redactor) }));
  const meta = { callId: call.id, durationMs, ...(facts.risk !== undefined && { risk: facts.risk }) };
  const body =
    intent === undefined
      ? { ...describeCall(call, redactor, seal), durationMs, ...ending }
      : { intent: intent.seq, durationMs, ...ending, ...(facts.machines && { machines: facts.machines }) };
  try {
    if (intent?.batch?.hasFailed) throw new Error('The row of its intent could not be written');
    const { seq, bytes, batch } = audit.add(kind, call.id, body);
    budget.spend(request.caller, bytes + (intent?.bytes ?? 0));
    await batch.written;
    return { meta: { ...meta, auditSeq: seq } };
  } catch (error) {
    log.error('the outcome of a call could not be recorded', { ...said(), error });
    if (intent?.batch) return { meta, withheld: unrecorded(error) };
    // What was done cannot be undone: the answer stands, and the missing row was said aloud.
    return { meta };
  }
}
