import { useState } from 'react';
import { act } from '../../api/client.ts';
import type { Approval } from '../../live/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';

interface Props {
  readonly approvals: readonly Approval[];
  readonly onDone: () => void;
}

/** The same answer to all that were selected; each is decided by itself, and CRITICAL is never among those allowed. */
export function ManyBar({ approvals, onDone }: Props) {
  const [error, setError] = useState<unknown>();
  const critical = approvals.filter(({ risk }) => risk === 'CRITICAL').length;
  const answer = async (verdict: 'approve' | 'deny'): Promise<void> => {
    setError(undefined);
    const asked = verdict === 'deny' ? approvals : approvals.filter(({ risk }) => risk !== 'CRITICAL');
    const results = await Promise.allSettled(
      asked.map(({ id }) => act('approvals/decide', { id, verdict, scope: 'once' })),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) setError(failed.reason);
    else onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel p-2.5">
      <span className="flex-1 font-medium">{approvals.length} selected</span>
      <Button look="good" disabled={approvals.length === critical} onClick={() => void answer('approve')}>
        Allow selected once
      </Button>
      <Button look="bad" onClick={() => void answer('deny')}>
        Deny selected
      </Button>
      {critical > 0 && (
        <p className="w-full text-soft text-xs">CRITICAL ones are left out: they are allowed one by one.</p>
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
}
