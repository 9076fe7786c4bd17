import * as z from 'zod';
import type { ApprovalStatus } from '../../core/approval/approval.ts';
import type { AuditFound } from '../../core/call/audit-query.ts';
import { RISKS } from '../../core/risk.ts';
import { defineAct } from './act.ts';

/** The states of a call, as assistants know them, and two of the record: allowed and not made yet, cut off with its host. */
const CALL_STATES = [
  'pending_confirmation',
  'approved',
  'executing',
  'completed',
  'failed',
  'denied',
  'cut_off',
] as const;
type CallState = (typeof CALL_STATES)[number];

const callSchema = z.object({
  callId: z.string(),
  seq: z.number().describe('Its newest entry in the record'),
  at: z.string(),
  state: z.enum(CALL_STATES),
  tool: z.string(),
  target: z.string().describe('What it is about: a path, a host, a command'),
  principal: z.string(),
  client: z.string(),
  session: z.string(),
  risk: z.enum(RISKS).nullable(),
  decision: z.string().nullable().describe('The rule that decided, in words'),
  durationMs: z.number().nullable(),
  code: z.string().nullable(),
  setAside: z
    .array(z.string())
    .describe('New names of protected files that appeared while it ran; who made them cannot be told'),
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
      // The newest entry of a call says its state; where that has no words of its own, an older one has. What people
      // do themselves is no call of an agent.
      if (!known && !isBeside(entry)) calls.set(entry.callId, toCall(entry, host.audit.inherited));
    }
    const namesOf = setAsideByCall(entries);
    const stateNow = statesByApproval(entries, (id) => host.approvals.get(id)?.status);
    return {
      calls: [...calls.values()].slice(0, limit).map((call) => ({
        ...call,
        state: stateNow(call.seq) ?? call.state,
        setAside: namesOf(call.callId),
      })),
    };
  },
});

/** It says nothing of the state a call is in. */
const isBeside = ({ kind }: AuditFound): boolean => ['decision', 'admin', 'set_aside'].includes(kind);

function setAsideByCall(entries: readonly AuditFound[]): (callId: string) => string[] {
  const found = new Map<string, string[]>();
  for (const { kind, callId, body } of entries) {
    if (kind !== 'set_aside' || !Array.isArray(body.setAside)) continue;
    found.set(callId, [...(found.get(callId) ?? []), ...body.setAside.map(String)]);
  }
  return (callId) => found.get(callId) ?? [];
}

/**
 * The record of a call that was asked about ends with the question; what became of that is for the approval to say: it
 * was refused, it waits to be used, or it is what the same call came to when it was made again.
 */
function statesByApproval(
  entries: readonly AuditFound[],
  statusOf: (approvalId: string) => ApprovalStatus | undefined,
): (seq: number) => CallState | undefined {
  const asking = new Map<number, string>();
  const used = new Map<string, CallState>();
  for (const entry of entries) {
    const { seq, kind, body } = entry;
    const { approval } = body;
    if (isBeside(entry) || typeof approval !== 'string') continue;
    const state = stateOf(kind, body);
    if (state === 'pending_confirmation') asking.set(seq, approval);
    else if (!used.has(approval)) used.set(approval, state);
  }
  return (seq) => {
    const approval = asking.get(seq);
    if (approval === undefined) return undefined;
    const status = statusOf(approval);
    if (status === 'pending') return 'pending_confirmation';
    if (status === 'approved') return 'approved';
    return status === 'consumed' ? (used.get(approval) ?? 'completed') : 'denied';
  };
}

function toCall({ seq, ts, kind, callId, body }: AuditFound, inherited: number): ListedCall {
  const text = (name: string): string => (typeof body[name] === 'string' ? (body[name] as string) : '');
  return {
    callId,
    seq,
    at: ts,
    state: kind === 'intent' && seq <= inherited ? 'cut_off' : stateOf(kind, body),
    tool: text('tool'),
    target: targetIn(body),
    principal: text('principal'),
    client: text('client'),
    session: text('session'),
    risk: RISKS.find((risk) => risk === body.risk) ?? null,
    decision: text('rule') || null,
    durationMs: typeof body.durationMs === 'number' ? body.durationMs : null,
    code: text('code') || null,
    setAside: [],
  };
}

const LONGEST_TARGET = 200;

/** The first thing it touches, else the first text it was given. */
function targetIn({ touches, args }: AuditFound['body']): string {
  const [touch = {}] = Array.isArray(touches) ? (touches as Record<string, unknown>[]) : [];
  const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {};
  const texts = [given.command, given.scriptName, touch.path, touch.host, touch.url, ...Object.values(given)];
  const found = texts.find((text) => typeof text === 'string' && text !== '');
  return typeof found === 'string' ? found.slice(0, LONGEST_TARGET) : '';
}

/** Refused by a person, a rule or the policy; anything else that went wrong has failed. */
const DENIED = /^(PERMISSION_DENIED|BLOCKED_BY_POLICY|APPROVAL_EXPIRED|OUTSIDE_ROOT|PROTECTED_PATH)$/;

function stateOf(kind: AuditFound['kind'], { ok, code }: Readonly<Record<string, unknown>>): CallState {
  if (kind === 'intent') return 'executing';
  if (kind === 'asked' || code === 'APPROVAL_PENDING') return 'pending_confirmation';
  if (ok === true) return 'completed';
  return DENIED.test(String(code)) ? 'denied' : 'failed';
}
