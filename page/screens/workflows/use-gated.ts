import { useState } from 'react';
import { useLive } from '../../live/use-live.ts';
import { type Approval, usePending } from '../../live/use-pending.ts';

interface Gated {
  /** The question that has to be answered first. */
  readonly approval: Approval | undefined;
  readonly isBusy: boolean;
  readonly error: unknown;
  start(work: Work): void;
}

/** Does something that may be asked about; answers the question it waits for, else null. */
type Work = () => Promise<string | null>;

/** Something of the person's own that passes the gate: once its question is answered, the same is done again. */
export function useGated(): Gated {
  const { waiting } = usePending();
  const [asked, setAsked] = useState<{ readonly id: string; readonly work: Work } | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const start = (work: Work): void => {
    setBusy(true);
    setError(undefined);
    setAsked(undefined);
    work()
      .then((id) => setAsked(id === null ? undefined : { id, work }), setError)
      .finally(() => setBusy(false));
  };
  useLive(['approval.decided', 'approval.expired'], (event) => {
    if (asked === undefined) return;
    if (event.name === 'approval.expired' && event.data.approvalId === asked.id) setAsked(undefined);
    if (event.name !== 'approval.decided' || event.data.approval.id !== asked.id) return;
    if (event.data.approval.status === 'approved') start(asked.work);
    else setAsked(undefined);
  });
  return { approval: waiting.find(({ id }) => id === asked?.id), isBusy, error, start };
}
