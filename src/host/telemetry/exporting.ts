import type { Config } from '../../core/config.ts';
import type { Log } from '../../core/log.ts';
import type { Metric } from '../../core/metric.ts';
import { VERSION } from '../../core/process/version.ts';
import { metricsBody, type Span } from '../../engines/telemetry/otlp.ts';
import { createSampler } from '../../engines/telemetry/sampler.ts';
import { createSender } from '../../engines/telemetry/sender.ts';
import { telemetrySettings } from '../../engines/telemetry/settings.ts';
import { createSpanQueue } from '../../engines/telemetry/span-queue.ts';
import type { Redactor } from '../../gate/redact/redactor.ts';
import { fetchConfigured } from '../fetch-configured.ts';
import { createCallSpans } from './call-spans.ts';
import type { CallWatcher } from './call-watcher.ts';

interface ExportParts {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly metrics: () => Promise<readonly Metric[]>;
}

export interface Exporting {
  /** Undefined: no spans are wanted. */
  readonly watcher: CallWatcher | undefined;
  /** Sends what is left, as far as that is quick. */
  close(): Promise<void>;
}

/** Nobody waits for a collector that is away. */
const LAST_WORDS_MS = 2000;

/** Sends spans and metrics to a collector. */
export function startExporting({ config, env, log, redactor, metrics }: ExportParts): Exporting {
  const settings = telemetrySettings({ env, ...config.telemetry });
  const { tracesUrl, metricsUrl, tracesHeaders, metricsHeaders, isCompressed } = settings;
  for (const complaint of settings.complaints) log.warn(complaint);
  redactor.know(...Object.values(tracesHeaders), ...Object.values(metricsHeaders));
  const resource = {
    'service.version': VERSION,
    'process.pid': process.pid,
    'telemetry.sdk.language': 'nodejs',
    ...settings.resource,
  };
  const senderFor = (url: URL, headers: Readonly<Record<string, string>>) =>
    createSender({ url, headers, isCompressed, fetch: fetchConfigured(url), warn: (said) => log.warn(said) });
  const queue =
    tracesUrl &&
    createSpanQueue({
      sender: senderFor(tracesUrl, tracesHeaders),
      resource,
      delayMs: settings.spanDelayMs,
      batch: settings.spanBatch,
      most: settings.spanQueue,
    });
  const metricsSender = metricsUrl && senderFor(metricsUrl, metricsHeaders);
  const sinceMs = Date.now();
  const sendMetrics = async (): Promise<void> => {
    const body = metricsBody(resource, await metrics(), { sinceMs, nowMs: Date.now() });
    await metricsSender?.send(body);
  };
  const timer =
    metricsSender &&
    setInterval(
      () => void sendMetrics().catch((error: unknown) => log.warn('metrics were not collected', { error })),
      settings.metricsIntervalMs,
    ).unref();
  return {
    watcher:
      queue &&
      createCallSpans({
        sampler: createSampler(settings.sampler, settings.samplerArg),
        add: (span: Span) => queue.add(span),
        redact: redactor,
      }),
    close: async () => {
      clearInterval(timer);
      const last = Promise.all([queue?.flush(), metricsSender && sendMetrics()]);
      await Promise.race([last, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS).unref())]);
      if (queue && queue.dropped > 0) log.warn('spans were lost', { count: queue.dropped });
    },
  };
}
