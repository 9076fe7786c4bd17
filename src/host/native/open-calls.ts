import { hash } from 'node:crypto';
import type { NativeCall } from '../../core/call/native-call.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { AuditLog } from '../../store/audit/audit-log.ts';

/** A native call that may run, until its client says what came of it. */
export interface OpenCall {
  readonly callId: string;
  readonly intent: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The question that was left to the client, if one was. */
  readonly approvalId?: string | undefined;
}

export interface OpenCalls {
  add(key: string, call: OpenCall): void;
  /** The oldest one with this key; it is no longer open then. */
  take(key: string, session: string): OpenCall | undefined;
}

const MOST = 2000;

/** Names a call in both of its hooks: by the id of the client, or by what it is about. */
export const keyOf = ({
  client,
  session,
  callId,
  tool,
  input,
}: Pick<NativeCall, 'client' | 'session' | 'callId' | 'tool' | 'input'>): string =>
  `${client}:${session}:${callId ?? hash('sha256', canonicalJson([tool, input])).slice(0, 32)}`;

/** Kept in memory; after a restart of the host the record itself tells which calls are open. */
export function createOpenCalls(audit: Pick<AuditLog, 'ofSession'>): OpenCalls {
  const open = new Map<string, OpenCall[]>();
  return {
    add: (key, call) => {
      open.set(key, [...(open.get(key) ?? []), call]);
      // Those whose outcome never came; the record shows them as such.
      if (open.size > MOST) open.delete(open.keys().next().value ?? '');
    },
    take: (key, session) => {
      const [first, ...rest] = open.get(key) ?? [];
      if (rest.length > 0) open.set(key, rest);
      else open.delete(key);
      return first ?? recorded(audit, key, session);
    },
  };
}

function recorded(audit: Pick<AuditLog, 'ofSession'>, key: string, session: string): OpenCall | undefined {
  const entries = audit.ofSession(session);
  const closed = new Set(entries.filter(({ kind }) => kind === 'outcome').map(({ callId }) => callId));
  const found = entries.find(
    ({ kind, callId, body }) => kind === 'intent' && body.requestKey === key && !closed.has(callId),
  );
  return found && { callId: found.callId, intent: found.seq, at: Date.parse(found.ts) };
}
