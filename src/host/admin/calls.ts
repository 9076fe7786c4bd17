import * as z from 'zod';
import type { AuditFound } from '../../core/audit-query.ts';
import { RISKS } from '../../core/risk.ts';
import { defineAct } from './act.ts';

/** The states of a call, as assistants know them. */
const CALL_STATES = ['pending_confirmation', 'executing', 'completed', 'failed', 'denied'] as const;
type CallState = (typeof CALL_STATES)[number];

const callSchema = z.object({
  callId: z.string(),
  seq: z.number().describe('Its newest entry in the record'),
  at: z.string(),
  state: z.enum(CALL_STATES),
  tool: z.string(),
  principal: z.string(),
  client: z.string(),
  session: z.string(),
  risk: z.enum(RISKS).nullable(),
  decision: z.string().nullable().describe('The rule that decided, in words'),
  durationMs: z.number().nullable(),
  code: z.string().nullable(),
});

type ListedCall = z.output<typeof callSchema>;

export const listCalls = defineAct({
  name: 'calls/list',
  about: 'The latest calls of all agents, the newest first, with the state each is in',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'calls' }],
  input: z.strictObject({
    limit: z.number().int().min(1).max(5000).default(500),
    agent: z.string().optional().describe("A principal, a session or a client's name"),
    tool: z.string().optional(),
  }),
  output: z.object({ calls: z.array(callSchema) }),
  run: async (host, { limit, ...filter }) => {
    // A call has two entries, three where a person was asked.
    const entries = await host.auditReader.query({ ...filter, limit: limit * 2 + 50 });
    const calls = new Map<string, ListedCall>();
    for (const entry of entries) {
      const known = calls.get(entry.callId);
      // The newest entry of a call says its state; where that has no words of its own, an older one has.
      if (!known && entry.kind !== 'decision') calls.set(entry.callId, toCall(entry));
    }
    return { calls: [...calls.values()].slice(0, limit) };
  },
});

function toCall({ seq, ts, kind, callId, body }: AuditFound): ListedCall {
  const text = (name: string): string => (typeof body[name] === 'string' ? (body[name] as string) : '');
  return {
    callId,
    seq,
    at: ts,
    state: stateOf(kind, body),
    tool: text('tool'),
    principal: text('principal'),
    client: text('client'),
    session: text('session'),
    risk: RISKS.find((risk) => risk === body.risk) ?? null,
    decision: text('rule') || null,
    durationMs: typeof body.durationMs === 'number' ? body.durationMs : null,
    code: text('code') || null,
  };
}

/** Refused by a person, a rule or the policy; anything else that went wrong has failed. */
const DENIED = /^(PERMISSION_DENIED|BLOCKED_BY_POLICY|APPROVAL_EXPIRED|OUTSIDE_ROOT|PROTECTED_PATH)$/;

function stateOf(kind: AuditFound['kind'], { ok, code }: Readonly<Record<string, unknown>>): CallState {
  if (kind === 'intent') return 'executing';
  if (kind === 'asked' || code === 'APPROVAL_PENDING') return 'pending_confirmation';
  if (ok === true) return 'completed';
  return DENIED.test(String(code)) ? 'denied' : 'failed';
}
