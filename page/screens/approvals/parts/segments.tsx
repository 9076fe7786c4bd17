import { visible } from '../../../../src/core/text/visible.ts';
import type { Approval } from '../../../live/use-pending.ts';
import { RiskBadge } from '../../../ui/risk-badge.tsx';

type Segment = NonNullable<Approval['card']['segments']>[number];

/** The commands of a line, each with its risk and why. */
export function Segments({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <ol aria-label="Commands" className="flex flex-col gap-1.5">
      {segments.map(({ text, risk, reasons }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the same command may stand twice in a line
          key={at}
          className="flex min-w-0 flex-col gap-0.5 rounded-md border border-line bg-code p-2"
        >
          <span className="flex min-w-0 items-start gap-2">
            <RiskBadge risk={risk} />
            <code className="min-w-0 whitespace-pre-wrap break-words font-mono text-[13px]">
              {visible(text)}
            </code>
          </span>
          {reasons.length > 0 && (
            <span className="break-words text-soft text-xs">{visible(reasons.join('; '))}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
