import type { Metric, Point } from '../../core/metric.ts';

type Labels = Readonly<Record<string, string>>;
type About = Pick<Metric, 'name' | 'help' | 'unit'>;

/** Counts by labels. */
export function createCounter(about: About) {
  const counted = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add: (labels: Labels): void => {
      const key = Object.values(labels).join('\n');
      const entry = counted.get(key);
      if (entry) entry.value++;
      else counted.set(key, { labels, value: 1 });
    },
    metric: (): Metric => ({ ...about, type: 'counter', points: [...counted.values()] }),
  };
}

/** How values are spread, by one label. */
export function createHistogram(about: About, label: string, bounds: readonly number[]) {
  const seen = new Map<string, { counts: number[]; sum: number }>();
  return {
    add: (name: string, value: number): void => {
      const entry = seen.get(name) ?? { counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 };
      const found = bounds.findIndex((bound) => value <= bound);
      const at = found === -1 ? bounds.length : found;
      entry.counts[at] = (entry.counts[at] ?? 0) + 1;
      entry.sum += value;
      seen.set(name, entry);
    },
    metric: (): Metric => ({
      ...about,
      type: 'histogram',
      points: [...seen].map(
        ([name, { counts, sum }]): Point => ({ labels: { [label]: name }, value: { bounds, counts, sum } }),
      ),
    }),
  };
}
