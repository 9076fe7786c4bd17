import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Output } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { useLive } from '../../live/use-live.ts';
import { usePending } from '../../live/use-pending.ts';
import { missingFrom } from './waiting-calls.ts';

type Listed = Output<'calls/list'>['calls'][number];
export type CallState = Listed['state'];

export const CALL_STATES: readonly CallState[] = [
  'pending_confirmation',
  'approved',
  'executing',
  'completed',
  'failed',
  'denied',
  'cut_off',
];

export interface ShownCall extends Listed {
  /** What it said last of how far it is. */
  readonly progress?: string;
  /** The question it waits for. */
  readonly approvalId?: string;
  /** What it answered, of a call that ended while the page was open. */
  readonly result?: string;
}

const MOST = 5000;
const MOST_RESULTS = 200;
const REFRESH_MS = 1500;
const DENIED = /^(PERMISSION_DENIED|BLOCKED_BY_POLICY|APPROVAL_EXPIRED|OUTSIDE_ROOT|PROTECTED_PATH)$/;

/** The record, with what happens now in front of it. */
export function useCalls() {
  const answer = useRead('calls/list', { limit: MOST });
  const [live, setLive] = useState<ReadonlyMap<string, Partial<ShownCall>>>(new Map());
  const refresh = useRefresh();
  const { waiting } = usePending();
  const change = (callId: string, facts: Partial<ShownCall>): void =>
    setLive((before) => {
      const next = new Map(before);
      next.delete(callId);
      next.set(callId, { ...before.get(callId), ...facts });
      if (next.size > MOST_RESULTS) next.delete(next.keys().next().value ?? '');
      return next;
    });
  useLive(
    ['call.started', 'call.progress', 'call.finished', 'ai-tool-confirmation', 'ai-tool-result'],
    (event) => {
      const { callId } = event.data as { callId: string };
      if (event.name === 'call.started')
        change(callId, { ...started(event.data), at: event.data.at ?? new Date().toISOString() });
      if (event.name === 'call.progress')
        change(callId, { progress: event.data.message ?? `${event.data.done}` });
      if (event.name === 'ai-tool-confirmation') change(callId, { state: 'pending_confirmation' });
      if (event.name === 'ai-tool-result') change(callId, { result: event.data.error ?? event.data.output });
      if (event.name === 'call.finished') {
        const { ok, code, durationMs, risk } = event.data;
        change(callId, { state: endOf(ok, code), durationMs, code: code ?? null, ...(risk && { risk }) });
        refresh();
      }
    },
  );
  // What becomes of a call that asked follows from the answer.
  useLive(['approval.decided', 'approval.expired', 'call.set_aside'], refresh);
  const listed = answer.data?.calls ?? [];
  const known = new Set(listed.map(({ callId }) => callId));
  const fresh = [...live].filter(([callId, { tool }]) => !known.has(callId) && tool !== undefined);
  const calls: ShownCall[] = [
    ...fresh.map(([callId, facts]) => ({ ...EMPTY, ...facts, callId })).reverse(),
    ...listed.map((call) => ({ ...call, ...onlyLive(live.get(call.callId)) })),
  ];
  return { ...answer, calls: [...missingFrom(calls, waiting), ...calls] };
}

const EMPTY: Omit<Listed, 'callId'> = {
  seq: 0,
  at: '',
  state: 'executing',
  tool: '',
  target: '',
  principal: '',
  client: '',
  session: '',
  risk: null,
  decision: null,
  durationMs: null,
  code: null,
  setAside: [],
};

const started = ({
  tool,
  principal,
  session,
  client,
}: {
  tool: string;
  principal: string;
  session: string;
  client: string;
}) => ({ tool, principal, session, client, state: 'executing' }) as const;

/** What the record does not have: once it has the call, the record is right about everything else. */
const onlyLive = (facts: Partial<ShownCall> | undefined): Partial<ShownCall> => ({
  ...(facts?.result !== undefined && { result: facts.result }),
});

const endOf = (ok: boolean, code: string | undefined): CallState => {
  if (ok) return 'completed';
  if (code === 'APPROVAL_PENDING') return 'pending_confirmation';
  return DENIED.test(code ?? '') ? 'denied' : 'failed';
};

/** Asks for the record again, but not with every call. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  return () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: ['calls/list'] });
    }, REFRESH_MS);
  };
}
