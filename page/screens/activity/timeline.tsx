import { Panel } from '../../ui/screen-page.tsx';
import { durationInWords } from '../../ui/time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { stateInWords } from './state-badge.tsx';
import type { CallState, ShownCall } from './use-calls.ts';

const COLOURS: Readonly<Record<CallState, string>> = {
  pending_confirmation: 'var(--c-warn)',
  executing: 'var(--c-low)',
  completed: 'var(--c-good)',
  failed: 'var(--c-bad)',
  denied: 'var(--c-high)',
};

const HEIGHT = 56;

/** The latest calls as bars, the oldest at the left: how long each took, on a scale that shows both quick and slow. */
export function Timeline({ calls }: { readonly calls: readonly ShownCall[] }) {
  const bars = calls.toReversed();
  const width = 100 / Math.max(bars.length, 30);
  return (
    <Panel title="Latest calls">
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
                {`${visibleText(tool)}: ${stateInWords(state)}${durationMs === null ? '' : `, ${durationInWords(durationMs)}`}`}
              </title>
            </rect>
          );
        })}
      </svg>
    </Panel>
  );
}
