import { Link2, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';

/** Whether the chain holds, as of the last look. */
export function ChainState() {
  const chain = useRead('audit/verify', {});
  const { data } = chain;
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-2 rounded-lg border px-4 py-2.5 ${data && !data.ok ? 'border-bad bg-bad-ground text-bad' : 'border-line bg-panel'}`}
    >
      {data === undefined ? (
        <Link2 aria-hidden size={18} className="text-soft" />
      ) : data.ok ? (
        <ShieldCheck aria-hidden size={18} className="text-good" />
      ) : (
        <ShieldAlert aria-hidden size={18} />
      )}
      <span className="min-w-0 flex-1 break-words">
        {data === undefined
          ? 'Checking the chain …'
          : data.ok
            ? `Intact: ${data.entries.toLocaleString('en')} entries, nothing was changed, removed, inserted or cut off.`
            : data.problem}
      </span>
      <Button disabled={chain.isFetching} onClick={() => void chain.refetch()}>
        Check again
      </Button>
      {chain.error && <Failed error={chain.error} />}
    </div>
  );
}
