import { visible } from '../../../src/core/text/visible.ts';
import type { Approval } from '../../live/use-pending.ts';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { Ago } from '../../ui/time.tsx';
import { summaryOf } from './summary-of.ts';

interface Props {
  readonly waiting: readonly Approval[];
  readonly shown: string | undefined;
  readonly picked: ReadonlySet<string>;
  readonly onChoose: (id: string) => void;
  readonly onPick: (id: string) => void;
}

const MOST = 200;

/** One line for each question. */
export function WaitingList({ waiting, shown, picked, onChoose, onPick }: Props) {
  return (
    <ul aria-label="Waiting approvals" className="flex max-h-[70vh] flex-col gap-1.5 overflow-auto p-0.5">
      {waiting.slice(0, MOST).map((approval) => {
        const { id, risk, tool, client, card, createdAt } = approval;
        return (
          <li
            key={id}
            className={`flex items-start gap-2 rounded-lg border bg-panel p-2.5 ${id === shown ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
          >
            <input
              type="checkbox"
              className="mt-1 size-4 accent-accent"
              checked={picked.has(id)}
              onChange={() => onPick(id)}
              aria-label={`Select ${card.title}, asked by ${client}`}
            />
            <button
              type="button"
              onClick={() => onChoose(id)}
              aria-current={id === shown ? 'true' : undefined}
              className="flex min-w-0 flex-1 flex-col gap-1 text-left"
            >
              <span className="flex items-center justify-between gap-2">
                <RiskBadge risk={risk} />
                <span className="text-soft text-xs">
                  <Ago at={createdAt} />
                </span>
              </span>
              <span className="truncate font-medium">{visible(card.title)}</span>
              <span className="truncate font-mono text-soft text-xs">
                {visible(summaryOf(approval)) || tool}
              </span>
              <span className="truncate text-soft text-xs">{visible(client)}</span>
            </button>
          </li>
        );
      })}
      {waiting.length > MOST && <li className="p-2 text-soft">and {waiting.length - MOST} more</li>}
    </ul>
  );
}
