import type { Approval } from '../../live/use-pending.ts';
import { DiffView, isDiff } from '../../ui/diff-view.tsx';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { TextBlock } from '../../ui/text-block.tsx';
import { visibleText } from '../../ui/visible-text.ts';

/** What the tool says will happen: the commands of a line each with its risk, a diff in colour, else its words. */
export function Preview({ card }: { readonly card: Approval['card'] }) {
  const { preview, segments = [] } = card;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {segments.length > 0 && (
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
                  {visibleText(text)}
                </code>
              </span>
              {reasons.length > 0 && (
                <span className="break-words text-soft text-xs">{visibleText(reasons.join('; '))}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {isDiff(preview) ? (
        <DiffView text={preview} label="Changes" />
      ) : (
        <TextBlock text={preview} label="Preview" />
      )}
    </div>
  );
}
