import { resolved, type Step } from '../core/call.ts';
import { ToolError } from '../core/errors.ts';
import type { AuditLog } from '../store/audit.ts';
import { describeCall } from './describe-call.ts';
import { changesSomething } from './limit-class.ts';
import type { Redactor } from './redact/redactor.ts';

/** The row that says what is about to happen, as the last act before it does: no row, no call. */
export const intent =
  (audit: AuditLog, redactor: Redactor): Step =>
  (call, next) => {
    try {
      call.facts.intentSeq = audit.append('intent', call.id, describeCall(call, redactor), {
        durable: changesSomething(resolved(call).tool),
      });
    } catch (cause) {
      throw new ToolError('UNAVAILABLE', 'The record of this call cannot be written, so it was not run', {
        cause,
        hint: 'Check the disk of the data directory; toolgate doctor tells more.',
      });
    }
    return next(call);
  };
