import type { Distribution, Metric, Point } from '../../core/metric.ts';
import { VERSION } from '../../core/process/version.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState?: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server';
  /** In milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** What went wrong, if anything did: a code, never a message. */
  readonly error?: string | undefined;
}

const SCOPE = { name: 'toolgate', version: VERSION };
const KINDS = { internal: 1, server: 2 };
const FAILED = 2;
const CUMULATIVE = 2;

/** The body of a request to /v1/traces. */
export const tracesBody = (resource: Attributes, spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: SCOPE, spans: spans.map(spanOf) }],
      },
    ],
  });

/** The body of a request to /v1/metrics. */
export const metricsBody = (
  resource: Attributes,
  metrics: readonly Metric[],
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): string => {
  const times = { startTimeUnixNano: nanos(sinceMs), timeUnixNano: nanos(nowMs) };
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [{ scope: SCOPE, metrics: metrics.map((metric) => metricOf(metric, times)) }],
      },
    ],
  });
};

const spanOf = ({ kind, startMs, endMs, attributes, error, ...span }: Span) => ({
  ...span,
  kind: KINDS[kind],
  startTimeUnixNano: nanos(startMs),
  endTimeUnixNano: nanos(endMs),
  attributes: attributesOf(attributes),
  status: error === undefined ? {} : { code: FAILED, message: error },
});

function metricOf({ name, help, unit, type, points }: Metric, times: object) {
  const dataPoints = points.map(({ labels, value }: Point) => ({
    ...times,
    attributes: attributesOf(labels),
    ...(typeof value === 'number' ? { asDouble: value } : distributionOf(value)),
  }));
  const described = { name, description: help, ...(unit && { unit }) };
  if (type === 'gauge') return { ...described, gauge: { dataPoints } };
  const kept = { aggregationTemporality: CUMULATIVE, dataPoints };
  return type === 'counter'
    ? { ...described, sum: { ...kept, isMonotonic: true } }
    : { ...described, histogram: kept };
}

const distributionOf = ({ bounds, counts, sum }: Distribution) => ({
  count: String(counts.reduce((all, count) => all + count, 0)),
  sum,
  bucketCounts: counts.map(String),
  explicitBounds: bounds,
});

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'string' ? { stringValue: value } : { doubleValue: value } }],
  );

/** 64-bit numbers are strings in OTLP's JSON. */
const nanos = (ms: number): string => `${Math.round(ms * 1000)}000`;
