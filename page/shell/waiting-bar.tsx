import { Link, useLocation } from '@tanstack/react-router';
import { visible } from '../../src/core/text/visible.ts';
import { usePending } from '../live/use-pending.ts';
import { summaryOf } from '../screens/approvals/summary-of.ts';
import { RiskBadge } from '../ui/risk-badge.tsx';

/** On every screen but their own: that somebody waits for an answer. */
export function WaitingBar() {
  const { waiting } = usePending();
  const isAtApprovals = useLocation().pathname.startsWith('/approvals');
  const [first] = waiting;
  return (
    <div role="status">
      {first && !isAtApprovals && (
        <Link
          to={`/approvals/${first.id}`}
          className="flex flex-wrap items-center gap-2 border-line border-b bg-panel px-4 py-2 hover:bg-raised"
        >
          <RiskBadge risk={first.risk} />
          <span className="min-w-0 flex-1 truncate">
            <span className="font-semibold">{first.client}</span> waits for you: {first.card.title} (
            {first.tool}) {visible(summaryOf(first))}
          </span>
          <span className="font-medium text-accent">
            {waiting.length === 1 ? 'Answer' : `Answer (${waiting.length} waiting)`}
          </span>
        </Link>
      )}
    </div>
  );
}
