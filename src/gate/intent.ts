import { resolved, type Step } from '../core/call.ts';
import { ToolError } from '../core/errors.ts';
import type { AuditLog } from '../store/audit/audit-log.ts';
import { isBusy } from '../store/database.ts';
import { describeCall } from './describe-call.ts';
import { changesSomething } from './limit-class.ts';
import type { Redactor } from './redact/redactor.ts';

/** The row that says what is about to happen, as the last act before it does: no row, no call. */
export const intent =
  (audit: AuditLog, redactor: Redactor): Step =>
  (call, next) => {
    const { effects } = resolved(call).tool;
    const body = describeCall(call, redactor);
    try {
      // What a read has found out is not shown before its rows are in the file; anything else waits for them here.
      call.facts.intent = effects.every((effect) => effect === 'read')
        ? audit.add('intent', call.id, body)
        : {
            seq: audit.append('intent', call.id, body, { durable: changesSomething(resolved(call).tool) }),
          };
    } catch (cause) {
      throw unrecorded(cause);
    }
    return next(call);
  };

export const unrecorded = (cause: unknown): ToolError =>
  new ToolError('UNAVAILABLE', 'The record of this call cannot be written, so it is refused', {
    cause,
    hint: isBusy(cause)
      ? 'Another program holds audit.db of the data directory (a database browser, a backup). Try again when it is closed.'
      : 'Check the disk of the data directory; toolgate doctor shows more.',
  });
