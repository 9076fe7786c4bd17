import { visible } from '../../../src/core/text/visible.ts';
import { Panel } from '../../ui/screen-page.tsx';
import { Ago, durationInWords } from '../../ui/time.tsx';
import { stateInWords } from './state-badge.tsx';
import { CALL_STATES, type CallState, type ShownCall } from './use-calls.ts';

const COLOURS: Readonly<Record<CallState, string>> = {
  pending_confirmation: 'var(--c-warn)',
  approved: 'var(--c-low)',
  executing: 'var(--c-low)',
  completed: 'var(--c-good)',
  failed: 'var(--c-bad)',
  denied: 'var(--c-high)',
  cut_off: 'var(--c-bad)',
};

const HEIGHT = 56;

/** The latest calls as bars, the oldest at the left: how long each took, on a scale that shows both quick and slow. */
export function Timeline({ calls }: { readonly calls: readonly ShownCall[] }) {
  const bars = calls.toReversed();
  const oldest = bars.find(({ at }) => at !== '');
  const width = 100 / Math.max(bars.length, 30);
  return (
    <Panel title="Latest calls" actions={<Legend />}>
      <svg
        role="img"
        aria-label={`The latest ${bars.length} calls by duration`}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-16 w-full px-3 py-2"
      >
        {bars.map(({ callId, tool, state, durationMs }, at) => {
          const height = Math.max(3, Math.min(HEIGHT, Math.log10((durationMs ?? 1) + 1) * 12));
          return (
            <rect
              key={callId}
              x={at * width}
              y={HEIGHT - height}
              width={width * 0.7}
              height={height}
              fill={COLOURS[state]}
            >
              <title>
                {`${visible(tool)}: ${stateInWords(state)}${durationMs === null ? '' : `, ${durationInWords(durationMs)}`}`}
              </title>
            </rect>
          );
        })}
      </svg>
      <p className="flex justify-between px-3 pb-2 text-soft text-xs">
        <span>{oldest && <Ago at={oldest.at} />}</span>
        <span>how long each took, the newest at the right</span>
      </p>
    </Panel>
  );
}

const Legend = () => (
  <ul aria-label="Colours" className="flex flex-wrap gap-x-3 gap-y-1 text-soft text-xs">
    {CALL_STATES.map((state) => (
      <li key={state} className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-sm" style={{ background: COLOURS[state] }} />
        {stateInWords(state)}
      </li>
    ))}
  </ul>
);
