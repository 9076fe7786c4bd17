import type { Metric, Point } from '../../core/metric.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The text that Prometheus reads. */
export const prometheusText = (metrics: readonly Metric[]): string => `${metrics.map(textOf).join('\n')}\n`;

const UNITS = { s: '_seconds', By: '_bytes' };

function textOf({ name, help, type, unit, points }: Metric): string {
  const base = `${name.replaceAll('.', '_')}${unit ? UNITS[unit] : ''}`;
  const full = type === 'counter' ? `${base}_total` : base;
  return [
    `# HELP ${full} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${full} ${type}`,
    ...points.flatMap((point) => linesOf(full, point)),
  ].join('\n');
}

function linesOf(name: string, { labels, value }: Point): string[] {
  if (typeof value === 'number') return [`${name}${labelsOf(labels)} ${value}`];
  const { bounds, counts, sum } = value;
  let below = 0;
  const buckets = counts.map((count, index) => {
    below += count;
    return `${name}_bucket${labelsOf({ ...labels, le: String(bounds[index] ?? '+Inf') })} ${below}`;
  });
  return [...buckets, `${name}_sum${labelsOf(labels)} ${sum}`, `${name}_count${labelsOf(labels)} ${below}`];
}

function labelsOf(labels: Point['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
