import { randomUUID } from 'node:crypto';
import type { Call } from '../core/call/call.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { redactDeep } from '../gate/redact/scan/redact-deep.ts';
import type { AuditLog } from '../store/audit/audit-log.ts';

export interface SetAsideParts {
  readonly stores: { readonly audit: Pick<AuditLog, 'append'>; readonly events: Pick<Events, 'emit'> };
  readonly log: Log;
  readonly redactor: Redactor;
}

/** Tells people which files got other names; without a call, for runs that an earlier host did not see end. */
export type TellSetAside = (call: Call | undefined, names: readonly string[]) => void;

const MOST_NAMED = 50;
const ADVICE =
  'files with protected names appeared while a command ran that could write there, and got these names; give back the name of one that you made yourself';

/**
 * Who made a file cannot be told: a person may have, in a terminal of their own. The agent hears of it in its answer,
 * and a person nowhere else than here.
 */
export function createSetAsideTeller({ stores, log, redactor }: SetAsideParts): TellSetAside {
  return (call, names) => {
    const { tool = 'an earlier run', caller } = call?.request ?? {};
    const callId = call?.id ?? randomUUID();
    const shown = names.slice(0, MOST_NAMED);
    const left = names.length - shown.length;
    const setAside = redactDeep([...shown, ...(left > 0 ? [`and ${left} more`] : [])], redactor);
    const who = caller && {
      principal: caller.principal,
      client: caller.client.name,
      session: caller.session,
    };
    log.warn(ADVICE, { callId, tool, ...who, setAside });
    try {
      stores.audit.append('set_aside', callId, { tool, ...who, setAside, message: ADVICE });
      stores.events.emit('call.set_aside', { callId, tool, files: setAside });
    } catch (error) {
      // It is done, and the log has it.
      log.error('what was set aside could not be recorded', { callId, error });
    }
  };
}
