import { RISKS, type Risk } from '../../../src/core/risk.ts';
import { useRead } from '../../api/use-acts.ts';
import { Panel } from '../../ui/screen-page.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer } from '../../ui/states.tsx';

const COLOURS: Readonly<Record<Risk, string>> = {
  SAFE: 'bg-good',
  LOW: 'bg-low',
  MEDIUM: 'bg-warn',
  HIGH: 'bg-high',
  CRITICAL: 'bg-bad',
};

interface Bar {
  readonly name: string;
  readonly calls: number;
  readonly refused: number;
  readonly asked: number;
  readonly colour: string;
}

const MOST = 8;

/** Calls by agent and by risk, as bars with their numbers. */
export function StatsCharts() {
  const stats = useRead('audit/stats', {}, { refreshOn: ['approval.decided'] });
  return (
    <Answer of={stats} what="numbers">
      {({ rows }) =>
        rows.length === 0 ? null : (
          <div className="grid gap-4 md:grid-cols-2">
            <Bars
              title="Calls by agent"
              bars={sums(
                rows,
                ({ agent }) => agent ?? 'unknown',
                () => 'bg-accent',
              )}
            />
            <Bars
              title="Calls by risk"
              bars={sums(
                rows,
                ({ risk }) => (risk === '-' ? 'not judged' : risk),
                (name) => COLOURS[RISKS.find((one) => one === name) ?? 'SAFE'],
              ).sort((a, b) => RISKS.indexOf(b.name as Risk) - RISKS.indexOf(a.name as Risk))}
            />
          </div>
        )
      }
    </Answer>
  );
}

type Row = { agent: string | null; risk: string; calls: number; refused: number; asked: number };

function sums(rows: readonly Row[], nameOf: (row: Row) => string, colourOf: (name: string) => string): Bar[] {
  const byName = new Map<string, Bar>();
  for (const row of rows) {
    const name = nameOf(row);
    const { calls = 0, refused = 0, asked = 0 } = byName.get(name) ?? {};
    byName.set(name, {
      name,
      calls: calls + row.calls,
      refused: refused + row.refused,
      asked: asked + row.asked,
      colour: colourOf(name),
    });
  }
  return [...byName.values()].sort((a, b) => b.calls - a.calls).slice(0, MOST);
}

function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ calls }) => calls));
  return (
    <Panel title={title}>
      <ul className="flex flex-col gap-2 p-4">
        {bars.map(({ name, calls, refused, asked, colour }) => (
          <li key={name} className="flex flex-col gap-0.5">
            <span className="flex justify-between gap-2 text-xs">
              <span className="truncate font-medium">{shownPrincipal(name)}</span>
              <span className="shrink-0 text-soft">
                {calls.toLocaleString('en')} {calls === 1 ? 'call' : 'calls'}, {refused} refused, {asked}{' '}
                asked
              </span>
            </span>
            <span className="h-2 rounded bg-raised">
              <span className={`block h-2 rounded ${colour}`} style={{ width: `${(calls / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
