import { visible } from '../../../src/core/text/visible.ts';

export interface GraphStep {
  readonly id: string;
  readonly name: string;
  readonly needs?: readonly string[] | undefined;
  readonly status?: string | undefined;
}

const WIDTH = 168;
const HEIGHT = 44;
const GAP_X = 56;
const GAP_Y = 16;

const COLOURS: Readonly<Record<string, string>> = {
  completed: 'stroke-good',
  failed: 'stroke-bad',
  denied: 'stroke-bad',
  timed_out: 'stroke-bad',
  running: 'stroke-accent',
  waiting: 'stroke-accent',
  pending_confirm: 'stroke-warn',
};

/** The steps from left to right, each behind what it waits for. */
export default function Graph({ steps }: { readonly steps: readonly GraphStep[] }) {
  if (steps.length === 0) return <p className="p-4 text-soft">There are no steps yet.</p>;
  const placed = place(steps);
  const width = Math.max(...placed.map(({ x }) => x)) + WIDTH + 8;
  const height = Math.max(...placed.map(({ y }) => y)) + HEIGHT + 8;
  const words = placed.map(({ step, needs }) =>
    needs.length === 0 ? step.name : `${step.name} after ${needs.join(' and ')}`,
  );
  return (
    <div tabIndex={0} role="group" aria-label="Graph of the steps" className="overflow-auto p-4">
      <svg width={width} height={height} role="img" aria-label={visible(words.join('; '))}>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0,0 L8,4 L0,8 z" className="fill-soft" />
          </marker>
        </defs>
        {placed.flatMap(({ step, needs, x, y }) =>
          needs.map((need) => {
            const from = placed.find((one) => one.step.id === need);
            if (!from) return null;
            const [x1, y1, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, y + HEIGHT / 2];
            const middle = (x1 + x) / 2;
            return (
              <path
                key={`${need}-${step.id}`}
                d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x},${y2}`}
                className="fill-none stroke-soft"
                strokeWidth={1.5}
                markerEnd="url(#arrow)"
              />
            );
          }),
        )}
        {placed.map(({ step, x, y }) => (
          <g key={step.id} transform={`translate(${x},${y})`}>
            <rect
              width={WIDTH}
              height={HEIGHT}
              rx={8}
              className={`fill-panel ${COLOURS[step.status ?? ''] ?? 'stroke-line'}`}
              strokeWidth={2}
            />
            <text x={12} y={step.status === undefined ? 27 : 19} className="fill-ink font-medium text-[13px]">
              {visible(shortened(step.name, 20))}
            </text>
            {step.status !== undefined && (
              <text x={12} y={35} className="fill-soft text-[11px]">
                {step.status.replace('_', ' ')}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

interface Placed {
  readonly step: GraphStep;
  readonly needs: readonly string[];
  readonly x: number;
  readonly y: number;
}

/** A column for each length of the longest way there. A list in which no step needs another is a sequence. */
function place(steps: readonly GraphStep[]): Placed[] {
  const isSequence = steps.every(({ needs }) => needs === undefined);
  const needsOf = (step: GraphStep, at: number): readonly string[] => {
    const before = steps[at - 1];
    return isSequence ? (before ? [before.id] : []) : (step.needs ?? []);
  };
  const needs = new Map(steps.map((step, at) => [step.id, needsOf(step, at)]));
  const depthOf = (id: string, seen: readonly string[]): number => {
    if (seen.includes(id)) return 0;
    const before = (needs.get(id) ?? []).filter((need) => needs.has(need));
    return before.length === 0 ? 0 : 1 + Math.max(...before.map((need) => depthOf(need, [...seen, id])));
  };
  const rows = new Map<number, number>();
  return steps.map((step) => {
    const depth = isSequence ? steps.indexOf(step) : depthOf(step.id, []);
    const row = rows.get(depth) ?? 0;
    rows.set(depth, row + 1);
    return {
      step,
      needs: needs.get(step.id) ?? [],
      x: 4 + depth * (WIDTH + GAP_X),
      y: 4 + row * (HEIGHT + GAP_Y),
    };
  });
}
