import { type Call, type Next, type RunResult, resolved, type Step } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import type { AuditLog } from '../../store/audit/audit-log.ts';
import type { Seal } from '../../store/audit/seal.ts';
import { isBusy } from '../../store/database.ts';
import { describeCall } from '../describe-call.ts';
import { changesSomething } from '../limit-class.ts';
import type { Redactor } from '../redact/redactor.ts';

/** The row that says what is about to happen, as the last act before it does: no row, no call. */
export const intent =
  (audit: AuditLog, redactor: Redactor, seal: Seal): Step =>
  (call, next) => {
    const { tool } = resolved(call);
    const body = describeCall(call, redactor, seal);
    if (changesSomething(tool)) return afterDisk(audit.appendDurably('intent', call.id, body), call, next);
    try {
      // What a read has found out is not shown before its rows are in the file; anything else waits for them here.
      call.facts.intent = tool.effects.every((effect) => effect === 'read')
        ? audit.add('intent', call.id, body)
        : { seq: audit.append('intent', call.id, body) };
    } catch (cause) {
      throw unrecorded(cause);
    }
    return next(call);
  };

/** What changes something begins once its row would survive a power cut; calls of others need not wait for that. */
async function afterDisk(row: Promise<number>, call: Call, next: Next): Promise<RunResult> {
  try {
    call.facts.intent = { seq: await row };
  } catch (cause) {
    throw unrecorded(cause);
  }
  return next(call);
}

export const unrecorded = (cause: unknown): ToolError =>
  new ToolError('UNAVAILABLE', 'The record of this call cannot be written, so it is refused', {
    cause,
    hint: isBusy(cause)
      ? 'Another program holds audit.db of the data directory (a database browser, a backup). Try again when it is closed.'
      : 'Check the disk of the data directory; toolgate doctor shows more.',
  });
