import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  forgetOwnCall,
  ownCalls,
  startOwnCall,
  type Work,
  watchOwnCall,
  watchOwnCalls,
} from './own-calls.ts';
import { type Approval, usePending } from './use-pending.ts';

export interface Gated {
  /** The question that has to be answered first. */
  readonly approval: Approval | undefined;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  /** Its question was answered with no, or by nobody. */
  readonly refused: 'denied' | 'expired' | undefined;
  readonly error: unknown;
  /** `what` names it, in words, where the screen is gone by then. */
  start(what: string, work: Work): void;
}

/** Something of the person's own that passes the gate. It is done even if the person leaves the screen. */
export function useGated(): Gated {
  const { waiting } = usePending();
  const navigate = useNavigate();
  const [id, setId] = useState<number | undefined>();
  const call = useSyncExternalStore(watchOwnCalls, ownCalls).find((one) => one.id === id);
  const stand = call?.stand;
  useEffect(() => {
    if (id === undefined) return;
    watchOwnCall(id, true);
    return () => leave(id);
  }, [id]);
  const seeAt = stand?.kind === 'done' && !stand.stays ? stand.seeAt : undefined;
  useEffect(() => {
    if (seeAt !== undefined) void navigate({ to: seeAt });
  }, [seeAt, navigate]);
  const asked = stand?.kind === 'asked' ? stand.approvalId : undefined;
  return {
    approval: waiting.find((one) => one.id === asked),
    isBusy: stand?.kind === 'busy',
    isDone: stand?.kind === 'done',
    refused: stand?.kind === 'denied' || stand?.kind === 'expired' ? stand.kind : undefined,
    error: stand?.kind === 'failed' ? stand.error : undefined,
    start: (what, work) => setId(startOwnCall(what, work)),
  };
}

/** What has ended was seen here; what has not is told elsewhere. */
function leave(id: number): void {
  const kind = ownCalls().find((one) => one.id === id)?.stand.kind;
  if (kind === 'busy' || kind === 'asked') watchOwnCall(id, false);
  else forgetOwnCall(id);
}
