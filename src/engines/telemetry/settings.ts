import { withoutEnd } from '../../core/text/trim-end.ts';
/** What the standard OTEL_* variables ask for, as far as they concern us. */
export interface TelemetrySettings {
  /** Where spans go; undefined: nowhere. */
  readonly tracesUrl: URL | undefined;
  readonly metricsUrl: URL | undefined;
  readonly tracesHeaders: Readonly<Record<string, string>>;
  readonly metricsHeaders: Readonly<Record<string, string>>;
  readonly isCompressed: boolean;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: string;
  readonly samplerArg: string;
  readonly spanDelayMs: number;
  readonly spanBatch: number;
  readonly spanQueue: number;
  readonly metricsIntervalMs: number;
  /** What was asked for and cannot be done, in words. */
  readonly complaints: readonly string[];
}

interface Given {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly endpoint: string;
  readonly serviceName: string;
}

type Signal = 'TRACES' | 'METRICS';

const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** A variable that makes no sense is told of and left out: it was often set for other programs. */
export function telemetrySettings({ env, endpoint, serviceName }: Given): TelemetrySettings {
  const complaints: string[] = [];
  const get = (name: string): string => env[`OTEL_${name}`]?.trim() ?? '';
  const isDisabled = get('SDK_DISABLED').toLowerCase() === 'true';
  const number = (name: string, fallback: number): number => {
    const text = get(name);
    if (text === '') return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value > 0) return value;
    complaints.push(`OTEL_${name} is "${text}", which is no positive number; it is ${fallback}`);
    return fallback;
  };
  const urlFor = (signal: Signal): URL | undefined => {
    if (isDisabled || !isWanted(signal, get, complaints)) return undefined;
    const own = get(`EXPORTER_OTLP_${signal}_ENDPOINT`);
    const base = endpoint || DEFAULT_ENDPOINT;
    const text = own || `${withoutEnd(base, '/')}/v1/${signal.toLowerCase()}`;
    const url = URL.parse(text);
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
    complaints.push(`"${text}" is no http address; no ${signal.toLowerCase()} are sent`);
    return undefined;
  };
  const headersFor = (signal: Signal) =>
    pairsIn(get(`EXPORTER_OTLP_${signal}_HEADERS`) || get('EXPORTER_OTLP_HEADERS'));
  return {
    tracesUrl: urlFor('TRACES'),
    metricsUrl: urlFor('METRICS'),
    tracesHeaders: headersFor('TRACES'),
    metricsHeaders: headersFor('METRICS'),
    isCompressed: get('EXPORTER_OTLP_COMPRESSION') === 'gzip',
    resource: { ...pairsIn(get('RESOURCE_ATTRIBUTES')), 'service.name': serviceName },
    sampler: get('TRACES_SAMPLER') || 'parentbased_always_on',
    samplerArg: get('TRACES_SAMPLER_ARG'),
    spanDelayMs: number('BSP_SCHEDULE_DELAY', 5000),
    spanBatch: number('BSP_MAX_EXPORT_BATCH_SIZE', 512),
    spanQueue: number('BSP_MAX_QUEUE_SIZE', 2048),
    metricsIntervalMs: number('METRIC_EXPORT_INTERVAL', 60_000),
    complaints,
  };
}

function isWanted(signal: Signal, get: (name: string) => string, complaints: string[]): boolean {
  const exporter = get(`${signal}_EXPORTER`) || 'otlp';
  if (exporter === 'none') return false;
  if (!exporter.split(',').includes('otlp')) {
    complaints.push(`OTEL_${signal}_EXPORTER is "${exporter}"; only otlp and none are supported`);
    return false;
  }
  const protocol = get(`EXPORTER_OTLP_${signal}_PROTOCOL`) || get('EXPORTER_OTLP_PROTOCOL');
  if (protocol !== 'grpc') return true;
  complaints.push(
    `${signal.toLowerCase()} are not sent over gRPC; set OTEL_EXPORTER_OTLP_PROTOCOL=http/json`,
  );
  return false;
}

/** `key=value,key2=value2`, with the values percent-encoded. */
function pairsIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
