import { counted } from '../../../src/core/text/counted.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { RiskBadge } from '../../ui/risk-badge.tsx';
import { Empty } from '../../ui/states.tsx';
import { Ago, durationInWords } from '../../ui/time.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ShownCall } from './use-calls.ts';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

interface Props {
  readonly calls: readonly ShownCall[];
  readonly onChoose: (call: ShownCall) => void;
}

/** One line for each call; a click shows all of it. */
export function CallList({ calls, onChoose }: Props) {
  if (calls.length === 0) return <Empty title="No call fits the filter" />;
  return (
    <VirtualRows
      rows={calls}
      rowHeight={44}
      label="Calls"
      keyOf={({ callId }) => callId}
      className="max-h-[max(20rem,calc(100vh-26rem))] rounded-lg border border-line bg-panel"
      render={(call) => (
        <button
          type="button"
          onClick={() => onChoose(call)}
          className="flex h-11 w-full min-w-0 items-center gap-3 border-line border-b px-3 text-left hover:bg-raised"
        >
          <span className="w-24 shrink-0">
            <StateBadge state={call.state} />
          </span>
          <span className="min-w-0 flex-1 truncate font-mono text-[13px]">
            {visible(call.tool)}
            {call.setAside.length > 0 && (
              <span className="ml-3 text-warn">{counted(call.setAside.length, 'file')} set aside</span>
            )}
            <span className="ml-3 text-soft">
              {visible(
                call.progress !== undefined && call.state === 'executing'
                  ? call.progress.slice(0, 100)
                  : oneLine(call.target),
              )}
            </span>
          </span>
          <span className="hidden w-40 shrink-0 truncate text-soft sm:block">{visible(call.client)}</span>
          <span className="hidden w-24 shrink-0 md:block">
            {call.risk !== null && <RiskBadge risk={call.risk} />}
          </span>
          <span className="hidden w-16 shrink-0 text-right text-soft text-xs tabular-nums sm:block">
            {call.durationMs === null ? '' : durationInWords(call.durationMs)}
          </span>
          <span className="w-20 shrink-0 text-right text-soft text-xs">
            {call.at !== '' && <Ago at={call.at} />}
          </span>
        </button>
      )}
    />
  );
}
